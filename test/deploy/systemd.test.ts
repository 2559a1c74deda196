/** deploy/systemd: the units agree with the program, and systemd reads them. */
import { spawnSync } from "node:child_process"
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { expect, it } from "vitest"
import { answerSeconds, isCommand, leaseSeconds, read, root } from "./program.ts"

const units = globSync("deploy/systemd/*.service", { cwd: root }).toSorted()

it.each(units)("%s runs a command of the program, as no user of the machine, and is given the time to end", (unit) => {
  const text = read(unit)
  expect(isCommand(/^ExecStart=\/opt\/formwork\/bin\/formwork (\w+)$/mu.exec(text)?.[1])).toBe(true)
  expect(text).toMatch(/^DynamicUser=yes$/mu)
  expect(text).toMatch(/^ProtectSystem=strict$/mu)
  expect(Number(/^TimeoutStopSec=(\d+)$/mu.exec(text)?.[1])).toBeGreaterThan(leaseSeconds + answerSeconds)
})

const isInstalled = spawnSync("systemd-analyze", ["--version"]).error === undefined
if (!isInstalled) console.log("systemd-analyze is not installed: the units are not verified.")

it.skipIf(!isInstalled)("systemd finds nothing wrong with the units", () => {
  const folder = mkdtempSync(join(tmpdir(), "formwork-units-"))
  try {
    const copies = units.map((unit) => {
      const copy = join(folder, basename(unit))
      // It looks whether the program is there.
      writeFileSync(copy, read(unit).replace("/opt/formwork/bin/formwork", "/bin/true"))
      return copy
    })
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", ...copies], { encoding: "utf8" })
    const about = stderr.split("\n").filter((line) => copies.some((copy) => line.includes(basename(copy))))
    expect({ status, about }).toEqual({ status: 0, about: [] })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
