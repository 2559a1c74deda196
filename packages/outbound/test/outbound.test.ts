/** The Sender port as a whole: each kind of content goes where it belongs, also where there is no mail server. */
import { assert, it } from "@effect/vitest"
import { NodeServices } from "@effect/platform-node"
import { Console, Effect, FileSystem, Layer } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { TestConsole } from "effect/testing"
import type { Content } from "@formwork/domain/filing/Content"
import { Sender } from "@formwork/domain/sending/Sender"
import * as Development from "@formwork/outbound/notification/Development"
import * as DocumentFolder from "@formwork/outbound/document/DocumentFolder"
import * as Outbound from "@formwork/outbound/Outbound"
import { OutboundPolicy, production } from "@formwork/outbound/http/Policy"
import { dispatch, secrets } from "./support/dispatch.ts"
import * as Receiver from "./support/receiver.ts"

const resolver = secrets({ hook: [`whsec_${Buffer.alloc(32, 7).toString("base64")}`] })

/** The whole adapter as a first start has it: no mail server, documents in a folder. */
const outbound = (folder: string) =>
  Outbound.layer.pipe(
    Layer.provide([Development.layerMail, DocumentFolder.layer(folder)]),
    Layer.provide(Mac.layerWebCrypto.pipe(Layer.provide(SecureRandom.layerWebCrypto))),
    Layer.provide(Layer.succeed(OutboundPolicy, { ...production, allowHttp: true, allowPrivate: true }))
  )

it.effect("each kind of content goes to its own sender", () =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const folder = yield* files.makeTempDirectoryScoped()
    const { received, url } = yield* Receiver.http((_, response) => response.end("yes"))
    const contents: ReadonlyArray<Content> = [
      { kind: "notification", to: ["ann@example.com"], subject: "Hi\n\u001b[31mred", text: "Dear Ann,\n\u001b[2J…" },
      { kind: "document", title: "T", fileName: "t", blocks: [] },
      { kind: "integration", method: "POST", url: `${url}/integration`, headers: [], body: null },
      {
        kind: "delivery",
        url: `${url}/delivery`,
        secret: "hook",
        event: { type: "submission.state.in_review", timestamp: "2026-11-21T13:00:00Z", data: {} }
      }
    ]
    const receipts = yield* Effect.flatMap(Sender, (sender) =>
      Effect.forEach(contents, (content) => sender.send(dispatch, content, resolver))
    ).pipe(Effect.provide(outbound(folder)))
    assert.deepStrictEqual(
      receipts.map(({ status }) => status),
      [null, null, 200, 200]
    )
    assert.deepStrictEqual(
      received.map(({ body, request }) => [request.url, body]),
      [
        ["/integration", "null"],
        ["/delivery", `{"type":"submission.state.in_review","timestamp":"2026-11-21T13:00:00Z","data":{}}`]
      ]
    )
    assert.isTrue(yield* files.exists(receipts[1]?.excerpt ?? ""))
    const printed = (yield* TestConsole.logLines).join("\n")
    assert.include(printed, "To: ann@example.com\nSubject: Hi \uFFFD[31mred\n\nDear Ann,\n\uFFFD[2J…")
    assert.notInclude(printed, "\u001b")
  }).pipe(Effect.provide(NodeServices.layer))
)

it.effect("a message that would not be sent is not printed either", () =>
  Effect.gen(function* () {
    yield* Console.log("before")
    const failure = yield* Effect.flip(
      Effect.flatMap(Sender, (sender) =>
        sender.send(dispatch, { kind: "notification", to: ["nobody"], subject: "", text: "" }, resolver)
      ).pipe(Effect.provide(outbound("unused")))
    )
    assert.strictEqual(failure.verdict, "dead")
    assert.deepStrictEqual(yield* TestConsole.logLines, ["before"])
  }).pipe(Effect.provide(NodeServices.layer))
)
