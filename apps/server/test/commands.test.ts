/** `formwork check`, `formwork evaluate`, and the help. */
import { Schema } from "effect"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { table } from "../src/settings/SettingsTable.ts"
import { inFolder, run } from "./support/formwork.ts"
import { parseObject } from "./support/reading.ts"

const decodeFault = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Struct({ pointer: Schema.String, message: Schema.String }))
)

const demo = (name: string) => fileURLToPath(new URL(`../demo/${name}.json`, import.meta.url))

const faulty = {
  title: "Quote",
  code: "QUO",
  fields: [
    { slug: "cover", type: "choice", options: [{ value: "comp", label: "Comprehensive" }] },
    { slug: "premium", type: "money", currency: "GBP", formula: "cover == 'cmp' ? 10.5 : vehicle * 2" },
    { slug: "a", type: "number", formula: "b + 1" },
    { slug: "b", type: "number", formula: "a + 1" }
  ]
}

const inForm = <A>(content: string, use: (file: string) => Promise<A>) =>
  inFolder(async (folder) => {
    const file = join(folder, "form.json")
    await writeFile(file, content)
    return use(file)
  })

it("check sums up a definition without faults", async () => {
  const { code, stderr, stdout } = await run(["check", demo("motor-quote")])
  expect(stdout).toMatch(/^"Motor quote" \(MQ\) can be published: \d+ fields, \d+ checks?, \d+ outcomes?\.\n$/)
  expect(stderr).toBe("")
  expect(code).toBe(0)
})

it("check lists texts that lack a translation, which are no faults", () =>
  inForm(
    JSON.stringify({
      languages: ["en", "de", "fr"],
      title: { en: "A", de: "A", fr: "A" },
      code: "A",
      fields: [{ slug: "a", type: "text", label: { en: "A", fr: "A" } }]
    }),
    async (file) => {
      const { code, stdout } = await run(["check", file])
      expect([code, stdout.split("\n").slice(1)]).toEqual([0, ["Not in de: /fields/0/label", ""]])
    }
  ))

it("check prints every fault with its place and a caret under the expression, and exits with 1", () =>
  inForm(JSON.stringify(faulty), async (file) => {
    const { code, stdout } = await run(["check", file])
    expect(stdout).toContain("/fields/1/formula")
    expect(stdout).toMatch(/\| cover == 'cmp' \? 10\.5 : vehicle \* 2\n +\| +\^{5}\n/)
    expect(stdout).toContain("Did you mean `'comp'`?")
    expect(stdout).toContain("There is no field `vehicle`")
    expect(stdout).toMatch(/a → b → a|b → a → b/)
    expect(stdout).toMatch(/: 3 faults\.\n$/)
    expect(code).toBe(1)
  }))

it("check --json prints one object per fault, and nothing else", () =>
  inForm(JSON.stringify(faulty), async (file) => {
    const { code, stdout } = await run(["check", "--json", file])
    const faults = stdout
      .trim()
      .split("\n")
      .map((line) => decodeFault(line))
    expect(faults.map(({ pointer }) => pointer)).toEqual([
      "/fields/1/formula",
      "/fields/1/formula",
      "/fields/2/formula"
    ])
    expect(faults.every(({ message }) => message.length > 10)).toBe(true)
    expect(code).toBe(1)
  }))

it("check --cases says in a sentence what is wrong with the file, before anything else", () =>
  inFolder(async (folder) => {
    const file = join(folder, "cases.json")
    const said = async (cases: string) => {
      await writeFile(file, cases)
      const { code, stderr, stdout } = await run(["check", demo("roof"), "--cases", file])
      return [code, stdout, stderr]
    }
    const noList = [1, "", `${file} must hold a list of cases, or an object with \`examples\`.\n`]
    expect(await said("1")).toEqual(noList)
    expect(await said('{"x":1}')).toEqual(noList)
    expect(await said("no\n")).toEqual([1, "", `${file} is not valid JSON from line 1, column 1 on.\n`])
    const cannotRun = (fact: string) => [1, "", `${file} has no cases that can run: ${fact}.\n`]
    expect(await said('{"examples":{}}')).toEqual(cannotRun('"examples" must be a list'))
    expect(await said('[{"name":"A","data":{}}]')).toEqual(cannotRun('"examples.0.expect" is missing'))
    expect(await said('[{"name":"A","data":{},"expect":{"outcome":[]}}]')).toEqual(
      cannotRun('"examples.0.expect.outcome" is not a member of a case')
    )
    const missing = await run(["check", demo("roof"), "--cases", join(folder, "no.json")])
    expect([missing.code, missing.stdout, missing.stderr]).toEqual([
      1,
      "",
      `There is no file ${join(folder, "no.json")}.\n`
    ])
    const isFolder = await run(["check", demo("roof"), "--cases", folder])
    expect([isFolder.code, isFolder.stderr]).toEqual([1, `${folder} cannot be read: it is a folder.\n`])
  }))

it("check finds an unknown privilege, as publishing does", () =>
  inForm(
    JSON.stringify({
      title: "Age",
      code: "AGE",
      fields: [{ slug: "born", type: "date" }],
      workflow: {
        states: ["new", "done"],
        transitions: [{ name: "end", from: "new", to: "done", privilege: "form:publich" }]
      }
    }),
    async (file) => {
      const { code, stdout } = await run(["check", "--json", file])
      expect(JSON.parse(stdout)).toMatchObject({ pointer: "/workflow/transitions/0/privilege" })
      expect(stdout).toContain("Did you mean `form:publish`?")
      expect(code).toBe(1)
    }
  ))

it("a file that is missing or is not JSON gives one sentence", async () => {
  const missing = await run(["check", "/nowhere/form.json"])
  expect([missing.code, missing.stderr]).toEqual([1, "There is no file /nowhere/form.json.\n"])
  await inForm("{ not json", async (file) => {
    const { code, stderr } = await run(["check", file])
    expect(stderr).toContain(`${file} is not valid JSON from line 1, column 3 on`)
    expect(stderr.trim().split("\n")).toHaveLength(1)
    expect(code).toBe(1)
  })
})

it("evaluate prints the result as the API returns it", async () => {
  const { code, stdout } = await run(["evaluate", demo("motor-quote"), demo("motor-quote.example")])
  const result = parseObject(stdout)
  expect(Object.keys(result)).toEqual(["valid", "calculatedData", "hiddenFields", "outcomes", "problems"])
  expect(result["valid"]).toBe(true)
  expect(code).toBe(0)
})

it("evaluate --today sets the date, and --draft requires no field", () =>
  inFolder(async (folder) => {
    const [form, data] = [join(folder, "form.json"), join(folder, "data.json")]
    await writeFile(
      form,
      JSON.stringify({
        title: "Age",
        code: "AGE",
        fields: [
          { slug: "born", type: "date", required: true },
          { slug: "name", type: "text", required: true },
          { slug: "age", type: "integer", formula: "yearsBetween(born, today)" }
        ]
      })
    )
    await writeFile(data, JSON.stringify({ born: "2000-06-15" }))
    const at = async (...args: ReadonlyArray<string>) =>
      parseObject((await run(["evaluate", form, data, ...args])).stdout)
    expect((await at("--today", "2026-06-14"))["calculatedData"]).toEqual({ age: 25 })
    expect(await at("--today", "2026-06-15", "--draft")).toMatchObject({ valid: true, calculatedData: { age: 26 } })
    expect((await at("--today", "2026-06-15"))["valid"]).toBe(false)
    expect((await run(["evaluate", form, data, "--today", "tomorrow"])).code).toBe(1)
    await writeFile(data, "[]")
    const { code, stderr } = await run(["evaluate", form, data])
    expect([code, stderr]).toEqual([1, `${data} must hold an object keyed by field slug.\n`])
  }))

it("evaluate --language has the texts of that language, and says which ones a form has", () =>
  inFolder(async (folder) => {
    const [form, plain, data] = [join(folder, "form.json"), join(folder, "plain.json"), join(folder, "data.json")]
    const fields = [{ slug: "a", type: "integer" }]
    const message = { en: "Hello", de: "Guten Tag" }
    const outcomes = [{ id: "o", severity: "info", when: "true", message }]
    await writeFile(form, JSON.stringify({ title: "A", code: "A", languages: ["en", "de"], fields, outcomes }))
    await writeFile(plain, JSON.stringify({ title: "A", code: "A", fields }))
    await writeFile(data, "{}")
    const said = async (...args: ReadonlyArray<string>) =>
      parseObject((await run(["evaluate", form, data, ...args])).stdout)["outcomes"]
    expect(await said()).toMatchObject([{ message: "Hello" }])
    expect(await said("--language", "de")).toMatchObject([{ message: "Guten Tag" }])
    const refused = async (file: string, language: string) => {
      const { code, stderr } = await run(["evaluate", file, data, "--language", language])
      return [code, stderr]
    }
    expect(await refused(form, "it")).toEqual([1, `${form} has no texts in \`it\`. Its languages are en, de.\n`])
    expect(await refused(plain, "de")).toEqual([
      1,
      `${plain} does not say its languages, so it has no texts in \`de\`.\n`
    ])
  }))

it("evaluate reads its files as the API reads a body: no member twice, and no number rounded", () =>
  inFolder(async (folder) => {
    const [form, data] = [join(folder, "form.json"), join(folder, "data.json")]
    await writeFile(form, JSON.stringify({ title: "F", code: "F", fields: [{ slug: "fee", type: "number" }] }))
    await writeFile(data, '{"fee": 1, "fee": 2}')
    expect((await run(["evaluate", form, data])).stderr).toBe(
      `${data} names the member \`fee\` of an object a second time at line 1, column 12.\n`
    )
    await writeFile(data, '{"fee": 1234567890.12345678}')
    const { problems, valid } = parseObject((await run(["evaluate", form, data])).stdout)
    expect([valid, problems]).toMatchObject([false, [{ field: "fee" }]])
    await writeFile(data, '{"fee": ')
    expect((await run(["evaluate", form, data])).stderr).toBe(
      `${data} is not valid JSON: it ends too early, at line 1, column 8.\n`
    )
    await writeFile(form, '{"title": "F", "code": "F", "code": "G", "fields": []}')
    expect((await run(["check", form])).stderr).toBe(
      `${form} names the member \`code\` of an object a second time at line 1, column 29.\n`
    )
  }))

it("evaluate answers each line of a file of payloads by its id and number, and exits with 1 if a line could not be read", () =>
  inFolder(async (folder) => {
    const [form, data] = [join(folder, "form.json"), join(folder, "data.ndjson")]
    const fields = [
      { slug: "amount", type: "integer", required: true },
      { slug: "double", type: "integer", formula: "amount * 2" }
    ]
    await writeFile(form, JSON.stringify({ title: "Double", code: "DBL", fields }))
    await writeFile(data, '{"id":"a","data":{"amount":21}}\n\n{"data":{}}\n')
    const right = await run(["evaluate", form, data])
    const [first, second, ...more] = right.stdout.split("\n")
    expect(parseObject(first ?? "")).toMatchObject({ id: "a", line: 1, valid: true, calculatedData: { double: 42 } })
    expect(parseObject(second ?? "")).toMatchObject({ line: 3, valid: false, problems: [{ field: "amount" }] })
    expect([more, right.stderr, right.code]).toEqual([
      [""],
      "2 lines: 1 with problems, 0 that could not be evaluated.\n",
      0
    ])

    await writeFile(data, '{"data":\n')
    const wrong = await run(["evaluate", form, data])
    const { line, problem } = parseObject(wrong.stdout)
    expect([line, wrong.code]).toEqual([1, 1])
    // There is no request, and so no id of one.
    expect(Object.keys(parseObject(JSON.stringify(problem)))).toEqual(["type", "title", "status", "error", "code"])
  }))

it("the help of serve and docs/running.md name every setting, its meaning and its default", async () => {
  const { stdout } = await run(["serve", "--help"])
  const page = await readFile(new URL("../../../docs/running.md", import.meta.url), "utf8")
  const rows = Object.values(table).map(({ fallback, meaning, name }) => `| \`${name}\` | ${fallback} | ${meaning} |`)
  expect(page).toContain(["| name | default | meaning |", "|---|---|---|", ...rows].join("\n"))
  for (const { fallback, meaning, name } of Object.values(table)) {
    for (const words of [name, meaning, fallback]) expect(stdout).toContain(words)
  }
})

it("an unknown command or a missing argument shows the help and exits with 1", async () => {
  for (const args of [["publish"], ["check"]]) {
    const { code, stderr, stdout } = await run(args)
    expect(code).toBe(1)
    expect(stdout + stderr).toContain("USAGE")
  }
})
