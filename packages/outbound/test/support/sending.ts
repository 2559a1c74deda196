/** Sending over the guarded client as a test wants it. */
import { Context, Effect, Layer } from "effect"
import { Http, type Request } from "@formwork/outbound/http/Http"
import { type HostAddress, HostResolver } from "@formwork/outbound/http/HostResolver"
import { OutboundPolicy, type Policy, production } from "@formwork/outbound/http/Policy"

/** May reach this machine. */
export const local: Policy = { ...production, allowHttp: true, allowPrivate: true }

const usual = { organisationId: "one", method: "POST", headers: {}, body: "{}" } as const

/** Sends under a policy, with a resolver that answers from a list, one entry a question, and counts. */
export const sending = (policy: Policy, answers: ReadonlyArray<ReadonlyArray<string>> = []) => {
  const asked: Array<string> = []
  const resolver = (hostname: string) =>
    Effect.sync(() => {
      const answer = answers[Math.min(asked.push(hostname), answers.length) - 1] ?? []
      return answer.map((address): HostAddress => ({ address, family: address.includes(":") ? 6 : 4 }))
    })
  const layer = Http.layer.pipe(
    Layer.provide([Layer.succeed(OutboundPolicy, policy), Layer.succeed(HostResolver, resolver)])
  )
  const send = (url: string, rest: Partial<Request> = {}) =>
    Effect.flatMap(Http, (http) => http.exchange({ ...usual, url, ...rest })).pipe(Effect.provide(layer))
  /** The same for several requests over one client, until the scope ends. */
  const client = Effect.map(
    Layer.build(layer),
    (context) =>
      (url: string, rest: Partial<Request> = {}) =>
        Context.get(context, Http).exchange({ ...usual, url, ...rest })
  )
  return { asked, send, client }
}
