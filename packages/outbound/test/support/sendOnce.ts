/** Gets a URL twice, as plain Node does and as this package does, and prints who answered. */
import { Effect, Layer } from "effect"
import { get } from "node:http"
import { Http } from "@formwork/outbound/http/Http"
import { OutboundPolicy, production } from "@formwork/outbound/http/Policy"

const [url = ""] = process.argv.slice(2)

const byNode = Effect.callback<string>((resume) => {
  get(url, (response) => response.setEncoding("utf8").on("data", (text: string) => resume(Effect.succeed(text))))
})

const byFormwork = Effect.flatMap(Http, (http) =>
  http.exchange({ organisationId: "one", method: "GET", url, headers: {} })
).pipe(
  Effect.map(({ text }) => text),
  Effect.provide(Http.layer),
  Effect.provide(Layer.succeed(OutboundPolicy, { ...production, allowHttp: true, allowPrivate: true }))
)

console.log(`by Node: ${await Effect.runPromise(byNode)}`)
console.log(`by Formwork: ${await Effect.runPromise(byFormwork)}`)
