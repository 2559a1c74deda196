/** The ports of the installation's operator on Postgres. */
import type { Layer } from "effect"
import type { OperatorPorts } from "@formwork/domain/Ports"
import type { Operator } from "./database/Operator.ts"
import * as Hosted from "./stores/HostedOrganisationStore.ts"

export const layer: Layer.Layer<OperatorPorts, never, Operator> = Hosted.layer
