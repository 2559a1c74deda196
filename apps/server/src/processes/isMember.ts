/** Whether this process is one of several that serve, and was started by their parent. */
import cluster from "node:cluster"

export const isMember: boolean = cluster.isWorker
