/** The ports of the dispatcher on Postgres. */
import { Layer } from "effect"
import type { SenderPorts } from "@formwork/domain/Ports"
import type { Worker } from "./database/Worker.ts"
import * as Documents from "./stores/DocumentStore.ts"
import * as Outboxes from "./stores/Outbox.ts"

export const layer: Layer.Layer<SenderPorts, never, Worker> = Layer.mergeAll(Outboxes.layer, Documents.layer)
