/** Gives a JSON body the shape that an endpoint takes, or says everything that is wrong with it. */
import { Effect, Result, Schema } from "effect"
import type { SchemaAST, SchemaIssue } from "effect"
import { LiveForms } from "@formwork/domain/forms/LiveForms"
import type { FormId } from "@formwork/domain/forms/Form"
import type { FormNotFound, Problem } from "@formwork/domain/Refusal"
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

/**
 * Decodes the current request's body for an endpoint of a form.
 * Refuses, in this order: `FormNotFound`, `RequestInvalid`. A form that the caller cannot see says so before anything is
 * said about the body (contract.md §1); the handler asks for the form anyway when the body is right.
 */
export const forForm = Effect.map(LiveForms, (forms) =>
  Effect.fnUntraced(function* <A>(
    decode: Decoder<A>,
    formId: FormId
  ): Effect.fn.Return<A, FormNotFound | RequestInvalid, CurrentCaller | RequestBody> {
    const decoded = decode(yield* RequestBody)
    if (Result.isSuccess(decoded)) return decoded.success
    yield* forms.get(yield* CurrentCaller, formId)
    return yield* decoded.failure
  })
)

const problems = (issue: SchemaIssue.Issue, path: ReadonlyArray<PropertyKey>): ReadonlyArray<Problem> => {
  switch (issue._tag) {
    case "Pointer":
      return problems(issue.issue, [...path, ...issue.path])
    case "Composite":
    case "AnyOf":
      return issue.issues.flatMap((inner) => problems(inner, path))
    case "Filter":
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

const words: { readonly [Tag in SchemaAST.AST["_tag"]]?: string } = {
  Objects: "an object",
  Declaration: "an object",
  Arrays: "a list",
  Boolean: "true or false",
  String: "a text",
  Number: "a number"
}

const problem = (path: ReadonlyArray<PropertyKey>, code: Problem["code"], fact: string): Problem => {
  const names = path.map(String)
  return {
    field: names.join("."),
    message: `${names.length === 0 ? "The body" : JSON.stringify(names.join("."))} ${fact}.`,
    code,
    pointer: names.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")
  }
}
