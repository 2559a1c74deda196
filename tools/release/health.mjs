/**
 * The image's HEALTHCHECK: exits with 0 while the process of this container is ready, by the settings that it was started with. A process without
 * health, such as a worker without ADMIN_PORT, counts as ready while it runs.
 */
import { get } from "node:http"

const { ADMIN_HOST: host = "127.0.0.1", ADMIN_PORT: port = "" } = process.env
const anyAddress = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "::1"]
])
const end = (code) => () => process.exit(code)

if (Number(port) > 0) {
  get({ host: anyAddress.get(host) ?? host, port, path: "/health/ready", timeout: 4_000 }, ({ statusCode }) =>
    end(statusCode === 200 ? 0 : 1)()
  )
    .on("timeout", end(1))
    .on("error", end(1))
}
