/** docs/recipes/a-form-on-a-page.md: its commands, and its page as a visitor fills it in Chromium. The program of packages/form/README.md. */
import { spawn } from "node:child_process"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { found, launch, open } from "../../../packages/form/test/browser/page.ts"
import { demoIn } from "./support/demoFolder.ts"
import * as Documented from "./support/documented.ts"
import * as Pages from "./support/pages.ts"
import { serving } from "./support/warm.ts"

const page = await Documented.page("docs/recipes/a-form-on-a-page.md")

/** A server of the reader's own, for as long as `use` takes. */
const running = async (
  folder: string,
  env: Readonly<Record<string, string>>,
  use: () => Promise<void>
): Promise<void> => {
  const child = spawn(process.execPath, ["quotes.mjs"], {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdio: ["ignore", "pipe", "inherit"]
  })
  try {
    await new Promise<void>((resolve, reject) => {
      child.stdout.once("data", () => resolve())
      child.once("exit", (code) => reject(new Error(`quotes.mjs ended with ${code}`)))
    })
    await use()
  } finally {
    child.kill()
  }
}

const fillIn = async (): Promise<void> => {
  const browser = await launch()
  try {
    const { page: tab, wrong } = await open(browser, "http://127.0.0.1:8991")
    await tab.getByLabel("Your name").fill("Grace Hopper")
    await tab.getByLabel("E-mail address").fill("grace@example.com")
    await tab.getByRole("checkbox", { name: "E-mail" }).check()
    await tab.getByLabel("Quote requested at").fill("2026-03-02T09:15")
    await tab.getByLabel("Cover starts on").fill("2026-03-15")
    await tab.getByRole("combobox", { name: "Cover", exact: true }).selectOption("Comprehensive")
    await tab.getByLabel("Registration number").fill("AB12 CDE")
    await tab.getByLabel("Value of the vehicle").fill("18,500")
    await tab.getByLabel("Miles a year").fill("9,000")
    await tab.getByRole("combobox", { name: "Use", exact: true }).selectOption("Social only")
    await tab.getByRole("group", { name: "Is the vehicle modified?" }).getByLabel("No").check()
    await tab.getByLabel("Years without a claim").fill("5")
    await tab.getByRole("button", { name: "Add to Drivers" }).click()
    await tab.getByRole("textbox", { name: "Name", exact: true }).fill("Grace Hopper")
    await tab.getByLabel("Date of birth").fill("1984-12-10")
    await tab.getByRole("group", { name: "Main driver" }).getByLabel("Yes").check()
    await tab.getByRole("combobox", { name: "Licence", exact: true }).selectOption("Provisional")
    await tab.getByRole("button", { name: "Send" }).click()
    await tab.getByRole("link", { name: "Drivers 1, Convictions in five years is required." }).waitFor()
    expect(await tab.locator(".fw-summary li").count()).toBe(1)
    await tab.getByLabel("Convictions in five years").fill("0")
    expect(await tab.getByLabel("Premium", { exact: true }).textContent()).toBe("£660.45")
    await tab.getByRole("button", { name: "Send" }).click()
    await tab.getByText(/Your reference is MQ-\d{4}-00000\d\./u).waitFor()
    expect(wrong).toEqual([])
  } finally {
    await browser.close()
  }
}

it("every command of the recipe runs, and a visitor fills and files the page's form, which has no key", async () => {
  await Documented.folder(new Map(), async (folder) => {
    await demoIn(join(folder, ".formwork"))
    await serving({ FORMWORK_DATA_DIR: join(folder, ".formwork"), LOG_LEVEL: "Warn" }, async (address, server) => {
      await server.says(/Ctrl-C/u)
      const { blocks, faults } = await Pages.read(page, { folder, settings: {} })
      expect([blocks > 3, faults.join("\n\n")]).toEqual([true, ""])
      if (found === undefined) return
      const { token: KEY }: { readonly token: string } = JSON.parse(await readFile(join(folder, "made.json"), "utf8"))
      const environment = await readFile(join(folder, ".formwork/env"), "utf8")
      const [, FORM_ID = ""] = /FORM_ID_MQ='?([\w-]+)/u.exec(environment) ?? []
      await running(folder, { URL: address, KEY, FORM_ID }, fillIn)
    })
  })
})

it("the program of the package's page prints what the page says", async () => {
  const readme = await Documented.page("packages/form/README.md")
  const [example = ""] = Documented.blocks(readme, "ts")
  const [printed = ""] = Documented.blocks(readme, "text")
  expect(await Documented.program(example)).toBe(printed.trim())
})
