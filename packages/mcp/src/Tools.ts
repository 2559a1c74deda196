/** All tools, each for callers that have its privilege. */
import { Effect } from "effect"
import * as Caller from "@formwork/domain/callers/Caller"
import type { Unauthenticated } from "@formwork/domain/callers/Refusal"
import type { JsonObject } from "@formwork/rules/Json"
import { isObject } from "@formwork/rules/LongNumber"
import * as JsonRpc from "./JsonRpc.ts"
import { ProblemEncoder, refused } from "./ProblemEncoder.ts"
import type { Refused } from "./ProblemEncoder.ts"
import type { Tool } from "./Tool.ts"
import * as CreateSubmission from "./tools/createSubmission.ts"
import * as DescribeForm from "./tools/describeForm.ts"
import * as EvaluateForm from "./tools/evaluateForm.ts"
import * as ListForms from "./tools/listForms.ts"

type Result = { readonly [member: string]: unknown }

export const make = Effect.gen(function* () {
  const refuse = refused(yield* ProblemEncoder, (problem): Result => ({ content: [text(problem)], isError: true }))
  // In the order in which a model uses them.
  const tools: ReadonlyArray<Tool> = [
    yield* ListForms.make,
    yield* DescribeForm.make,
    yield* EvaluateForm.make,
    yield* CreateSubmission.make
  ]
  const byName = new Map(tools.map((tool) => [tool.description.name, tool]))

  /** Always in the same order. */
  const list = (caller: Caller.Caller): Result => ({
    tools: tools
      .filter(({ operation, privilege }) => Caller.may(caller, privilege, operation))
      .map(({ description }) => description)
  })

  /** A tool's refusal is a result too, with `isError`: the model reads it and may correct its call. Only `Unauthenticated` fails. */
  const call = Effect.fnUntraced(function* (
    caller: Caller.Caller,
    { arguments: given = {}, name }: JsonObject
  ): Effect.fn.Return<Result | JsonRpc.JsonRpcError | Refused<Result>, Unauthenticated> {
    const tool = typeof name === "string" ? byName.get(name) : undefined
    if (tool === undefined) return JsonRpc.invalidParams("There is no tool of this name.")
    if (!isObject(given)) return JsonRpc.invalidParams("The arguments of a tool are an object.")
    return yield* tool.run(caller, given).pipe(
      Effect.map(({ meta, structured }) => ({
        content: [text(structured)],
        structuredContent: structured,
        ...(meta === undefined ? {} : { _meta: meta })
      })),
      Effect.catch((refusal) => (refusal._tag === "Unauthenticated" ? Effect.fail(refusal) : refuse(refusal)))
    )
  })
  return { list, call }
})

const text = (value: unknown) => ({ type: "text", text: JSON.stringify(value) })
