/** The domain's services over the adapters in memory, with one organisation. */
import { Effect, Layer } from "effect"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as Caller from "@formwork/domain/callers/Caller"
import { Organisations } from "@formwork/domain/people/Organisations"
import * as Services from "@formwork/domain/Services"
import * as Memory from "@formwork/memory/Memory"

export const layer = Services.layer.pipe(
  Layer.provideMerge(Memory.layer()),
  Layer.provideMerge(Layer.mergeAll(NodeCrypto.layerDigest, NodeCrypto.layerMac, NodeCrypto.layerSecureRandom))
)

/** The owner of a new organisation. */
export const owner = Effect.gen(function* () {
  const organisations = yield* Organisations
  const { organisation, owner } = yield* organisations.found("Bench", { email: "owner@bench.example", name: "Owner" })
  return Caller.operator(organisation.id, owner.id)
})
