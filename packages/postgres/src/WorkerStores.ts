/** The ports of the dispatcher on Postgres. */
import { Layer } from "effect"
import type { DocumentStore } from "@formwork/domain/sending/DocumentStore"
import type { Outbox } from "@formwork/domain/sending/Outbox"
import type { SealedSecrets } from "@formwork/domain/secrets/SecretVault"
import * as Documents from "./stores/DocumentStore.ts"
import * as Outboxes from "./stores/Outbox.ts"
import * as Secrets from "./stores/SealedSecrets.ts"
import type { Worker } from "./database/Worker.ts"

export const layer: Layer.Layer<Outbox | SealedSecrets | DocumentStore, never, Worker> = Layer.mergeAll(
  Outboxes.layer,
  Secrets.layer,
  Documents.layer
)
