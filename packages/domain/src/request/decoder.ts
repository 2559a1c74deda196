/** Decodes the JSON of a request, or refuses it with every problem; shared by all adapters. */
import { Result, Schema, SchemaAST } from "effect"
import type { SchemaIssue } from "effect"
import type { Json } from "@formwork/rules/Json"
import { isObject } from "@formwork/rules/LongNumber"
import { RequestInvalid } from "../callers/Refusal.ts"
import type { Problem } from "../callers/Refusal.ts"

type Problem = typeof Problem.Type

export type Decoder<A> = (json: Json) => Result.Result<A, RequestInvalid>

/** Problems listed at most: a body of a megabyte can have a hundred thousand. */
const listed = 100

/**
 * Decodes JSON by `schema`. An unknown member is a problem too: with a misspelt `draft` the caller would file for real.
 * @param subject what messages call the JSON as a whole.
 */
export const decoder = <A>(schema: Schema.Codec<A, unknown>, subject = "The body"): Decoder<A> => {
  const decode = Schema.decodeUnknownResult(schema, { errors: "all", onExcessProperty: "error" })
  const members = membersOf(schema)
  return (json) =>
    Result.mapError(
      decode(members === undefined ? json : trimmed(json, members)),
      ({ issue }) => new RequestInvalid({ problems: problems(issue, [], subject).slice(0, listed) })
    )
}

/** The members that a request may have; undefined where it is no object with fixed members. */
const membersOf = (schema: Schema.Codec<unknown, unknown>): ReadonlySet<PropertyKey> | undefined => {
  const ast = SchemaAST.toEncoded(schema.ast)
  return ast._tag === "Objects" && ast.indexSignatures.length === 0
    ? new Set(ast.propertySignatures.map(({ name }) => name))
    : undefined
}

/**
 * Where unknown members are as many problems as are listed, these members alone: the schema makes an issue of each, and there may be a
 * hundred thousand. It reports them before all others.
 */
const trimmed = (json: Json, members: ReadonlySet<PropertyKey>): Json => {
  if (!isObject(json)) return json
  const unknown = Object.keys(json).filter((name) => !members.has(name))
  return unknown.length < listed ? json : Object.fromEntries(unknown.slice(0, listed).map((name) => [name, null]))
}

const problems = (
  issue: SchemaIssue.Issue,
  path: ReadonlyArray<PropertyKey>,
  subject: string
): ReadonlyArray<Problem> => {
  switch (issue._tag) {
    case "Pointer":
      return problems(issue.issue, [...path, ...issue.path], subject)
    case "AnyOf": {
      const choices = literals(issue.ast)
      if (choices !== undefined) return [problem(path, "choice", `must be one of ${choices.join(", ")}`, subject)]
      const inner = issue.issues.flatMap((each) => problems(each, path, subject))
      // Without inner issues, the type alone excludes every member of the union.
      return inner.length === 0 ? [problem(path, "type", "must be of another type", subject)] : inner
    }
    case "Composite":
      return issue.issues.flatMap((inner) => problems(inner, path, subject))
    case "Filter": {
      const expected = issue.filter.annotations?.["expected"]
      return typeof expected === "string"
        ? [problem(path, "rule", `must ${wanted(expected)}`, subject)]
        : problems(issue.issue, path, subject)
    }
    case "Encoding":
      return problems(issue.issue, path, subject)
    case "MissingKey":
      return [problem(path, "required", "is missing", subject)]
    case "UnexpectedKey":
      return [problem(path, "unknown_field", "is not a member of this request", subject)]
    case "InvalidType":
      return [problem(path, "type", `must be ${wordsOf(issue.ast)}`, subject)]
    default:
      return [problem(path, "rule", "has a value that this request does not take", subject)]
  }
}

/** The values of a union of literals; undefined for any other union. */
const literals = ({ types }: SchemaAST.Union): ReadonlyArray<string> | undefined => {
  const known = types.flatMap((type) => (type._tag === "Literal" ? [JSON.stringify(type.literal)] : []))
  return known.length === types.length ? known : undefined
}

/** What a check of Effect's own expects, in plain words; a check of ours says what the value must be. */
const wanted = (expected: string): string => {
  if (expected === "an array with unique items") return "have nothing twice"
  const length = /^a value with a (length of .+)$/u.exec(expected)?.[1]
  return length === undefined ? `be ${expected}` : `have a ${length}`
}

const wordsOf = (ast: SchemaAST.AST): string =>
  ast._tag === "Literal" ? JSON.stringify(ast.literal) : (words[ast._tag] ?? "of another type")

const words: { readonly [Tag in SchemaAST.AST["_tag"]]?: string } = {
  Objects: "an object",
  Declaration: "an object",
  Arrays: "a list",
  Boolean: "true or false",
  String: "a text",
  Number: "a number"
}

/** One problem with the member at `path`; an empty path means the whole JSON. */
export const problem = (
  path: ReadonlyArray<PropertyKey>,
  code: Problem["code"],
  fact: string,
  subject = "The body"
): Problem => {
  const names = path.map(String)
  return {
    field: names.join("."),
    message: `${names.length === 0 ? subject : JSON.stringify(names.join("."))} ${fact}.`,
    code,
    pointer: names.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")
  }
}
