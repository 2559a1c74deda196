/** The Sender port: each kind of content to the one that sends it. */
import { Effect, Layer } from "effect"
import type { Content } from "@formwork/domain/filing/Content"
import type { SecretResolver } from "@formwork/domain/secrets/Secret"
import { type Dispatch, type Receipt, Sender, type SendFailed } from "@formwork/domain/sending/Sender"
import { Delivery } from "./delivery/Delivery.ts"
import { Documents } from "./document/Documents.ts"
import { Http } from "./http/Http.ts"
import { Integration } from "./integration/Integration.ts"
import { Mail } from "./notification/Mail.ts"
import { Printer } from "./document/Printer.ts"

/** How the content of one kind is sent, once. */
type Send<K extends Content["kind"]> = (
  dispatch: Dispatch,
  content: Content<K>,
  secrets: SecretResolver
) => Effect.Effect<Receipt, SendFailed>

const layerDispatching = Layer.effect(
  Sender,
  Effect.gen(function* () {
    /** A kind that is missing here does not compile. */
    const senders: { readonly [K in Content["kind"]]: Send<K> } = {
      notification: (yield* Mail).send,
      document: (yield* Documents).send,
      integration: (yield* Integration).send,
      delivery: (yield* Delivery).send
    }
    const send = <K extends Content["kind"]>(dispatch: Dispatch, content: Content<K>, secrets: SecretResolver) =>
      senders[content.kind](dispatch, content, secrets)
    return Sender.of({ send })
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
