/** The services of one process, over ports that the world gives it. */
import { Effect, Layer } from "effect"
import { RefusalAudit } from "@formwork/domain/audit/RefusalAudit"
import { Callers } from "@formwork/domain/credentials/Callers"
import { Evaluations } from "@formwork/domain/evaluation/Evaluations"
import { Wakeup } from "@formwork/domain/filing/Firing"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { UploadLimits } from "@formwork/domain/filing/Upload"
import { Uploads } from "@formwork/domain/filing/Uploads"
import { Forms } from "@formwork/domain/forms/Forms"
import { HostedOrganisations } from "@formwork/domain/hosting/HostedOrganisations"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import { Organisations } from "@formwork/domain/people/Organisations"
import { Sessions } from "@formwork/domain/people/Sessions"
import { Users } from "@formwork/domain/people/Users"
import { Secrets } from "@formwork/domain/secrets/Secrets"
import { SecretVault } from "@formwork/domain/secrets/SecretVault"
import { Dispatcher, DispatchLimits } from "@formwork/domain/sending/Dispatcher"
import { Firings } from "@formwork/domain/sending/Firings"
import { Sender } from "@formwork/domain/sending/Sender"
import { CallCounter } from "@formwork/domain/usage/CallCounter"
import { intercepted } from "@formwork/testing/Ports"
import type { Intercept } from "@formwork/testing/Ports"
import { fileLimits } from "../orders/fileLimits.ts"
import type { Plan } from "../Plan.ts"
import { means, provided } from "../store/Ports.ts"
import type { Ports } from "../store/Ports.ts"
import { analyses, liveForms } from "./forms.ts"

export interface Given {
  readonly plan: Plan
  readonly ports: Ports
  readonly sender: Sender["Service"]
  /** Around each call of each port. */
  readonly steps: Intercept
  /** Of this process's ids and tokens. */
  readonly seed: string
}

const limitsOf = ({ leaseMillis, mostPerDestination, pollMillis, waits }: Plan) => ({
  atOnce: 8,
  perDestination: 2,
  mostPerDestination,
  perOrganisation: 6,
  printers: 1,
  leaseMillis,
  poll: pollMillis,
  waits
})

const wakeup = Layer.effect(
  Wakeup,
  Effect.map(Dispatcher, ({ wake }) => wake)
)

const requests = Layer.mergeAll(
  ApiKeys.layer,
  Callers.layer,
  Evaluations.layer,
  Firings.layer,
  Forms.layer,
  HostedOrganisations.layer,
  Organisations.layer,
  Secrets.layer,
  Sessions.layer,
  Submissions.layer,
  Uploads.layer,
  Users.layer
).pipe(
  Layer.provide(Layer.mergeAll(CallCounter.layer, liveForms, RefusalAudit.layer)),
  Layer.provide(wakeup),
  Layer.provideMerge(Dispatcher.layer.pipe(Layer.provide(SecretVault.layer)))
)

export type Services = Layer.Success<typeof requests>

/** With a cache of its own, as a process has it. */
export const services = ({ plan, ports, seed, sender, steps }: Given): Layer.Layer<Services> =>
  requests.pipe(
    Layer.provide(intercepted(steps)),
    Layer.provide(
      Layer.mergeAll(
        Layer.succeedContext(provided(ports)),
        Layer.succeed(Sender, sender),
        Layer.succeed(DispatchLimits, limitsOf(plan)),
        Layer.succeed(UploadLimits, fileLimits),
        analyses,
        means(seed)
      )
    )
  )
