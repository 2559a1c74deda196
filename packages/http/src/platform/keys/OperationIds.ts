/** The operations that a key's limits can name. */
import { Context } from "effect"

/** The ids of every operation of both documents. */
export class OperationIds extends Context.Service<OperationIds, ReadonlySet<string>>()(
  "@formwork/http/platform/keys/OperationIds"
) {}
