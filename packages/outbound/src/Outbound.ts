/** The Sender port: each kind of content to the one that sends it. */
import { Effect, Layer } from "effect"
import { Sender } from "@formwork/domain/sending/Sender"
import { Delivery } from "./Delivery.ts"
import { Documents } from "./Documents.ts"
import { Http } from "./Http.ts"
import { Integration } from "./Integration.ts"
import { Mail } from "./Mail.ts"
import { Printer } from "./Printer.ts"

const layerDispatching = Layer.effect(
  Sender,
  Effect.gen(function* () {
    const mail = yield* Mail
    const documents = yield* Documents
    const integration = yield* Integration
    const delivery = yield* Delivery
    return Sender.of({
      send: Effect.fn("Sender.send")((dispatch, content, secrets) => {
        switch (content.kind) {
          case "notification":
            return mail.send(dispatch, content)
          case "document":
            return documents.send(dispatch, content)
          case "integration":
            return integration.send(dispatch, content, secrets)
          case "delivery":
            return delivery.send(dispatch, content, secrets)
        }
      })
    })
  })
)

/**
 * Needs a `Mail` (`Mail.layerSmtp` or `Development.layerMail`), a `DocumentStore` (`DocumentFolder.layer`) and a `Mac`.
 * `OutboundPolicy` is read from the context in which it is built.
 */
export const layer = layerDispatching.pipe(
  Layer.provide([Integration.layer, Delivery.layer]),
  Layer.provide(Http.layer),
  Layer.provide(Documents.layer),
  Layer.provide(Printer.layer)
)
