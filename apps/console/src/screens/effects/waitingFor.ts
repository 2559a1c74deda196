/** The documents that an e-mail still waits for. */
import type { Effect } from "@formwork/client/contract"

/** Their names. Empty where it is tried by the clock, or no more. */
export const waitingFor = ({
  attachments,
  nextAttemptAt,
  state
}: Pick<Effect, "attachments" | "nextAttemptAt" | "state">): string =>
  state === "pending" && nextAttemptAt === null
    ? attachments
        .filter((one) => one.state !== "delivered")
        .map(({ effectId }) => effectId)
        .join(", ")
    : ""
