/** `formwork check --cases`: which cases of a file pass, and what none of them reaches. */
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { inFolder, run } from "./support/formwork.ts"
import { parseObject } from "./support/reading.ts"

const demo = (name: string) => fileURLToPath(new URL(`../demo/${name}.json`, import.meta.url))

it("check --cases runs the cases of a file, tells what none of them reaches, and exits with 1 where one fails", () =>
  inFolder(async (folder) => {
    const passed = await run(["check", demo("roof"), "--cases", demo("roof.cases")])
    expect([passed.code, passed.stderr]).toEqual([0, ""])
    expect(passed.stdout).toContain("\n  passed  45° need no survey\n")
    expect(passed.stdout).toMatch(/: 15 cases, 0 failed\.\n8 of 8 parts of the rules are reached\.\n$/)
    const file = join(folder, "cases.json")
    const flat = { name: "Flat", data: { area: 100, flat: true }, expect: { calculatedData: { price: "3850.00" } } }
    await writeFile(
      file,
      JSON.stringify([flat, { ...flat, name: "Dear", expect: { calculatedData: { price: "1.00" } } }])
    )
    const failed = await run(["check", demo("roof"), "--cases", file])
    expect([failed.code, failed.stderr]).toEqual([1, ""])
    expect(failed.stdout).toContain(
      '  passed  Flat\n  FAILED  Dear\n          /calculatedData/price: "3850.00" instead of "1.00"\n'
    )
    expect(failed.stdout).toContain(
      "no case reaches:\n  /fields/2/visibleWhen  (visibleWhen of field pitch) is never true\n"
    )
    expect(failed.stdout).toContain("  /fields/3/formula  (formula of field price): 42.25 is never chosen\n")
    const json = await run(["check", demo("roof"), "--json", "--cases", file])
    const lines = json.stdout
      .trim()
      .split("\n")
      .map((line) => parseObject(line))
    expect(lines.slice(0, 2).map((line) => [line["case"], line["passed"]])).toEqual([
      ["Flat", true],
      ["Dear", false]
    ])
    expect([json.code, lines.length, lines[2]]).toMatchObject([1, 3, { coverage: { parts: 8, ran: 2 } }])
  }))

it("check --cases says where a case expects something under a name that the form does not have", () =>
  inFolder(async (folder) => {
    const file = join(folder, "cases.json")
    const expected = { calculatedData: { prise: "1.00", area: 100 }, visible: { pich: true }, outcomes: ["survay"] }
    await writeFile(file, JSON.stringify([{ name: "Misspelt", data: { area: 100, flat: true }, expect: expected }]))
    const { code, stdout } = await run(["check", demo("roof"), "--cases", file])
    expect(code).toBe(1)
    expect(stdout).toContain(
      [
        "  FAILED  Misspelt",
        "          /outcomes: There is no outcome `survay`. Did you mean `survey`?",
        "          /calculatedData/prise: There is no field `prise`. Did you mean `price`?",
        "          /calculatedData/area: `area` is sent and not computed, so `calculatedData` never has it.",
        "          /visible/pich: There is no field `pich`. Did you mean `pitch`?"
      ].join("\n")
    )
  }))

it("check --cases lists what no case reaches of the rules, and of each table how many rows are found and the first that are not", () =>
  inFolder(async (folder) => {
    const [form, cases] = [join(folder, "form.json"), join(folder, "cases.json")]
    const rates = {
      keys: [{ name: "zone", type: "text" }],
      values: [{ name: "rate", type: "integer" }],
      rows: Array.from({ length: 1_200 }, (_, index) => [`z${index}`, index])
    }
    const definition = {
      title: "Rates",
      code: "RATES",
      tables: { rates },
      fields: [
        { slug: "zone", type: "text" },
        { slug: "rate", type: "integer", formula: "lookup(rates, 'rate', zone)" }
      ],
      outcomes: [{ id: "high", severity: "info", when: "rate > 1000", message: "High" }]
    }
    await writeFile(form, JSON.stringify(definition))
    await writeFile(cases, JSON.stringify([{ name: "Low", data: { zone: "z1" }, expect: { valid: true } }]))
    const { code, stderr, stdout } = await run(["check", form, "--cases", cases])
    expect([code, stderr]).toEqual([0, ""])
    expect(stdout).toContain(
      "2 of 3 parts of the rules are reached; no case reaches:\n  /outcomes/0/when  (when of outcome high) is never true\n"
    )
    expect(stdout).toContain("1 of 1,200 rows of table rates are found; no case finds:\n  row 1: z0\n  row 3: z2\n")
    expect(stdout).toMatch(/ {2}row 21: z20\n {2}and 1,179 more\n$/u)
  }))
