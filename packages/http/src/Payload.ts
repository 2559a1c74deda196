/** Gives a JSON body the shape that an endpoint takes, or says everything that is wrong with it. */
import { DateTime, Effect, Result, Schema } from "effect"
import type { SchemaAST, SchemaIssue } from "effect"
import type { Caller } from "@formwork/domain/grants/Caller"
import type { Problem } from "@formwork/domain/Refusal"
import type { Json } from "@formwork/rules/Json"
import { CurrentCaller, RequestBody } from "./Guard.ts"
import { RequestInvalid } from "./RequestRefusal.ts"

type Problem = typeof Problem.Type

type Decoder<A> = (body: Json) => Result.Result<A, RequestInvalid>

/** As many problems as anybody reads: a body of a megabyte can have a hundred thousand. */
const listed = 100

/** Reads a body as `schema`. A member that it does not name is a problem too: a misspelt `draft` would file for real. */
export const decoder = <A>(schema: Schema.Codec<A, unknown>): Decoder<A> => {
  const decode = Schema.decodeUnknownResult(schema, { errors: "all", onExcessProperty: "error" })
  return (body) =>
    Result.mapError(decode(body), ({ issue }) => new RequestInvalid({ problems: problems(issue, []).slice(0, listed) }))
}

/** The current request's body. Refuses: `RequestInvalid`. */
export const read = <A>(decode: Decoder<A>): Effect.Effect<A, RequestInvalid, RequestBody> =>
  Effect.flatMap(RequestBody, (body) => Effect.fromResult(decode(body)))

/**
 * For an endpoint of one record: what is wrong with a body is said after that the record is not there (contract.md §1).
 * @param find refuses where the caller cannot see the record. It is asked only where something is wrong: a handler asks for the
 * record anyway.
 */
export const of =
  <E>(find: (caller: Caller) => Effect.Effect<unknown, E>) =>
  <A, R>(work: Effect.Effect<A, RequestInvalid, R>): Effect.Effect<A, E | RequestInvalid, R | CurrentCaller> =>
    Effect.tapError(work, () => Effect.flatMap(CurrentCaller, find))

/** A date that a request gives for something to come. Refuses: `RequestInvalid`. */
export const future = Effect.fnUntraced(function* (
  member: string,
  date: DateTime.Utc | undefined
): Effect.fn.Return<void, RequestInvalid> {
  if (date === undefined || DateTime.isGreaterThan(date, yield* DateTime.now)) return
  return yield* new RequestInvalid({ problems: [problem([member], "min", "must be in the future")] })
})

const problems = (issue: SchemaIssue.Issue, path: ReadonlyArray<PropertyKey>): ReadonlyArray<Problem> => {
  switch (issue._tag) {
    case "Pointer":
      return problems(issue.issue, [...path, ...issue.path])
    case "AnyOf": {
      const choices = literals(issue.ast)
      if (choices !== undefined) return [problem(path, "choice", `must be one of ${choices.join(", ")}`)]
      const inner = issue.issues.flatMap((each) => problems(each, path))
      // Where the type alone rules out every member, there is no issue of any.
      return inner.length === 0 ? [problem(path, "type", "must be of another type")] : inner
    }
    case "Composite":
      return issue.issues.flatMap((inner) => problems(inner, path))
    case "Filter": {
      const expected = issue.filter.annotations?.["expected"]
      return typeof expected === "string" ? [problem(path, "rule", `must be ${expected}`)] : problems(issue.issue, path)
    }
    case "Encoding":
      return problems(issue.issue, path)
    case "MissingKey":
      return [problem(path, "required", "is missing")]
    case "UnexpectedKey":
      return [problem(path, "unknown_field", "is not a member of this request")]
    case "InvalidType":
      return [problem(path, "type", `must be ${words[issue.ast._tag] ?? "of another type"}`)]
    default:
      return [problem(path, "rule", "has a value that this request does not take")]
  }
}

/** What a union of literals takes; undefined of any other. */
const literals = ({ types }: SchemaAST.Union): ReadonlyArray<string> | undefined => {
  const known = types.flatMap((type) => (type._tag === "Literal" ? [JSON.stringify(type.literal)] : []))
  return known.length === types.length ? known : undefined
}

const words: { readonly [Tag in SchemaAST.AST["_tag"]]?: string } = {
  Objects: "an object",
  Declaration: "an object",
  Arrays: "a list",
  Boolean: "true or false",
  String: "a text",
  Number: "a number"
}

/** What is wrong with the member, or the parameter, that `path` leads to; `fact` ends the sentence. */
export const problem = (path: ReadonlyArray<PropertyKey>, code: Problem["code"], fact: string): Problem => {
  const names = path.map(String)
  return {
    field: names.join("."),
    message: `${names.length === 0 ? "The body" : JSON.stringify(names.join("."))} ${fact}.`,
    code,
    pointer: names.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")
  }
}
