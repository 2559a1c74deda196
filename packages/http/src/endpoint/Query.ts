/** Reads the query of a request as strictly as its body: every parameter is one that is known, once, and of its form. */
import { Effect } from "effect"
import type { Context, Result } from "effect"
import { OpenApi } from "effect/http-api"
import type { Json } from "@formwork/rules/Json"
import { RequestInvalid } from "@formwork/domain/callers/Refusal"
import type { Problem } from "@formwork/domain/callers/Refusal"
import { problem } from "@formwork/domain/request/decoder"
import { CurrentExchange } from "../request/Exchange.ts"

/** Pairs as in a form (WHATWG URL, application/x-www-form-urlencoded), but nothing that is wrong is made right. */
const pairs = (url: string): ReadonlyArray<readonly [name: string, value: string | undefined]> => {
  const start = url.indexOf("?")
  if (start === -1) return []
  return url
    .slice(start + 1)
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const equals = pair.indexOf("=")
      const name = equals === -1 ? pair : pair.slice(0, equals)
      return [decoded(name) ?? name, decoded(equals === -1 ? "" : pair.slice(equals + 1))]
    })
}

/** Undefined where it is not percent-encoded UTF-8. */
const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "))
  } catch {
    return undefined
  }
}

/**
 * The current request's query as `decode` takes it. An endpoint declares its parameters beside this, for the document.
 * Refuses: `RequestInvalid`, naming every parameter at fault.
 */
export const read = <A>(decode: (query: Json) => Result.Result<A, RequestInvalid>): Effect.Effect<A, RequestInvalid> =>
  Effect.flatMap(CurrentExchange, (exchange) => {
    const given = pairs(exchange?.request.url ?? "")
    const faults: Array<typeof Problem.Type> = []
    const query = new Map<string, string>()
    for (const [name, value] of given) {
      if (value === undefined) faults.push(problem([name], "type", "is not percent-encoded UTF-8"))
      else if (query.has(name)) faults.push(problem([name], "unique", "is there twice"))
      else query.set(name, value)
    }
    return faults.length > 0
      ? Effect.fail(new RequestInvalid({ problems: faults.slice(0, 100) }))
      : Effect.fromResult(decode(Object.fromEntries(query)))
  })

/** A parameter at fault. */
export const invalid = (name: string, code: (typeof Problem.Type)["code"], fact: string): RequestInvalid =>
  new RequestInvalid({ problems: [problem([name], code, fact)] })

/** Says in the document that a parameter is required: it is declared as one that may be left out, so that we say what is wrong. */
export const required = (...names: ReadonlyArray<string>): Context.Context<never> =>
  OpenApi.annotations({
    transform: (operation) => ({
      ...operation,
      parameters: operation["parameters"].map((parameter: { readonly name: string }) =>
        names.includes(parameter.name) ? { ...parameter, required: true } : parameter
      )
    })
  })
