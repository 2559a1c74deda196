/** What files may take in a world: so little that a few of them meet each limit. */
import type { Limits } from "@formwork/domain/filing/Upload"

const minute = 60_000

export const fileLimits: Limits = {
  bytes: 100,
  waiting: 3,
  waitingBytes: 1_000,
  keptBytes: 1e9,
  waitingMillis: 10 * minute,
  sureMillis: minute
}
