/** What a new form begins as: a definition, under a title and a code of its own. */
import type { Json, JsonObject } from "@formwork/rules/Json"

export interface Start {
  readonly definition: JsonObject
  readonly title: string
  readonly code: string
}

const text = (value: Json | undefined): string => (typeof value === "string" ? value : "")

export const emptyDefinition: JsonObject = {
  formatVersion: 1,
  title: "",
  code: "",
  fields: [{ slug: "name", type: "text", label: "Name", required: true, maxLength: 100 }]
}

export const startOf = (definition: JsonObject): Start => ({
  definition,
  title: text(definition["title"]),
  code: text(definition["code"])
})

/** The next code after another: `MQ2` after `MQ`, `MQ3` after `MQ2`. It has ten characters at most. */
export const nextCode = (code: string): string => {
  const [, letters = "", digits = ""] = /^(.*?)(\d*)$/u.exec(code) ?? []
  const number = String(digits === "" ? 2 : Number(digits) + 1)
  return `${letters.slice(0, 10 - number.length)}${number}`
}

/** A code from a title: `MOTORQUOTE` from “Motor quote”. */
export const codeOf = (title: string): string =>
  title
    .normalize("NFKD")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/gu, "")
    .replace(/^[0-9]+/u, "")
    .slice(0, 10)

/** A pattern that begins with the old code written out would give the old form's reference numbers. */
const patternUnder = (pattern: Json | undefined, code: string): Json | undefined =>
  typeof pattern === "string" && code !== "" && pattern.startsWith(code) && /^[ _./-]/u.test(pattern.slice(code.length))
    ? `{code}${pattern.slice(code.length)}`
    : pattern

/** The same definition under another title and code; all its other members stay, in their order. */
export const named = ({ code: old, definition }: Start, title: string, code: string): JsonObject => {
  const { code: _, formatVersion, title: __, ...rest } = definition
  const pattern = old === code ? rest["referencePattern"] : patternUnder(rest["referencePattern"], old)
  return {
    ...(formatVersion === undefined ? {} : { formatVersion }),
    title,
    code,
    ...rest,
    ...(pattern === undefined ? {} : { referencePattern: pattern })
  }
}
