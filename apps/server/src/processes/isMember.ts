/** Which of the processes that serve this one is. */
import cluster from "node:cluster"

/** Whether it is one of several, and was started by their parent. */
export const isMember: boolean = cluster.isWorker

/** Whether it is the only one, or the first that the parent started: what all of them would say, it says. */
export const isFirst: boolean = (cluster.worker?.id ?? 1) === 1
