/** `formwork check`, `evaluate` and `types` with `--table`: forms that name tables of an organisation, without a server. */
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { inFolder } from "./support/formwork.ts"
import { parseObject } from "./support/reading.ts"
import { run } from "./support/warm.ts"

const form = {
  title: "Quote",
  code: "QUOTE",
  tables: { area: "areas", old: { table: "areas", version: 3 }, fees: { table: "fees", version: 2 } },
  fields: [
    { slug: "postcode", type: "text", required: true },
    { slug: "factor", type: "number", decimals: 4, formula: "lookup(area, 'factor', postcode)" },
    { slug: "former", type: "number", decimals: 4, formula: "lookup(old, 'factor', postcode)" },
    { slug: "fee", type: "integer", formula: "lookup(fees, 'fee', postcode)" }
  ]
}

const berlin = {
  name: "Berlin",
  data: { postcode: "10115" },
  expect: { calculatedData: { factor: 1.25, former: 1.25, fee: 5 } }
}

const files = {
  "form.json": JSON.stringify(form),
  "data.json": JSON.stringify(berlin.data),
  "cases.json": JSON.stringify([berlin]),
  "areas.csv": "\uFEFFpostcode: exact text,factor: number 4\n10115,1.25\n*,1\n",
  "fees.ndjson": '{"keys":[{"name":"postcode","type":"text"}],"values":[{"name":"fee","type":"integer"}]}\n["*",5]\n',
  "bad.csv": "postcode: exact text,fee: integer\na,x\nb\n",
  "fees.txt": ""
}

/** Runs a command in a folder with the files above. */
const inFiles = <A>(use: (formwork: (...args: ReadonlyArray<string>) => ReturnType<typeof run>) => Promise<A>) =>
  inFolder(async (folder) => {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    return use((...args) => run(args, {}, folder))
  })

const both = ["--table", "areas=areas.csv", "--table", "fees=fees.ndjson"]

it("a form that names tables of its organisation is checked with its cases, evaluated and typed, by files of them", () =>
  inFiles(async (formwork) => {
    const checked = await formwork("check", "form.json", ...both, "--cases", "cases.json")
    expect([checked.code, checked.stderr]).toEqual([0, ""])
    expect(checked.stdout).toContain("  passed  Berlin\ncases.json: 1 case, 0 failed.\n")
    expect(checked.stdout).toContain("1 of 2 rows of table area are found; no case finds:\n  row 2: *\n")
    const evaluated = await formwork("evaluate", "form.json", "data.json", ...both)
    expect([evaluated.code, parseObject(evaluated.stdout)["calculatedData"]]).toEqual([0, berlin.expect.calculatedData])
    const typed = await formwork("types", "./form.json", ...both)
    expect([typed.code, typed.stdout]).toEqual([0, expect.stringContaining("readonly factor: number | null")])
  }))

it("a table without a file is a fault that says how to give one", () =>
  inFiles(async (formwork) => {
    const { code, stdout } = await formwork("check", "form.json", "--table", "areas=areas.csv", "--json")
    expect([code, stdout]).toEqual([
      1,
      `${JSON.stringify({
        pointer: "/tables/fees",
        message: "`fees` is a table of the organisation. Give its rows as a file: `--table fees=fees.csv`."
      })}\n`
    ])
    const evaluated = await formwork("evaluate", "form.json", "data.json")
    expect(evaluated.code).toBe(1)
    expect(evaluated.stderr.match(/Give its rows as a file/g)).toHaveLength(3)
  }))

it("a file for a table that the form does not name is refused by name, and faults of the form come first", () =>
  inFiles(async (formwork) => {
    const wrong = ["--table", "ares=nowhere.csv"] as const
    const commands = [
      ["check", "form.json"],
      ["evaluate", "form.json", "data.json"],
      ["types", "./form.json"]
    ]
    for (const [command = "", form = "", ...more] of commands) {
      const { code, stderr, stdout } = await formwork(command, form, ...more, ...both, ...wrong)
      const sentence = `${form} names no table \`ares\` of the organisation.\n`
      expect([code, stderr, stdout], command).toEqual([1, sentence, ""])
    }
    const faulty = await formwork("check", "form.json", ...wrong)
    expect([faulty.code, faulty.stderr]).toEqual([1, ""])
    expect(faulty.stdout).toContain("/tables/fees")
    expect(faulty.stdout).toContain(
      "`--table fees=fees.csv`. A file was given for `ares`, which the form does not name.\n"
    )
  }))

it("the faults of a table's file are printed with their lines and columns, and nothing is checked", () =>
  inFiles(async (formwork) => {
    const args = ["form.json", "--table", "areas=areas.csv", "--table", "fees=bad.csv"] as const
    const { code, stdout } = await formwork("check", ...args)
    expect(code).toBe(1)
    expect(stdout).toMatch(/^bad\.csv, line 2, fee: .*\nbad\.csv, line 3: .*\n\nbad\.csv: 2 faults\.\n$/)
    const json = await formwork("check", ...args, "--json")
    const faults = json.stdout
      .trim()
      .split("\n")
      .map((line) => parseObject(line))
    expect(faults.map(({ column, file, line }) => [file, line, column])).toEqual([
      ["bad.csv", 2, "fee"],
      ["bad.csv", 3, undefined]
    ])
    const named = await formwork("check", "form.json", "--table", "fees=fees.txt")
    expect([named.code, named.stderr]).toEqual([
      1,
      "fees.txt is no file of a table: its name has to end in .csv or .ndjson.\n"
    ])
  }))
