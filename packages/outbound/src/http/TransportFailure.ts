/** Why a connection failed, in words for the people who look after the form. */
import { SendFailed } from "@formwork/domain/sending/Sender"

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refused the connection",
  ECONNRESET: "closed the connection without an answer",
  EPIPE: "closed the connection without an answer",
  EHOSTUNREACH: "cannot be reached",
  ENETUNREACH: "cannot be reached",
  EADDRNOTAVAIL: "cannot be reached",
  ETIMEDOUT: "cannot be reached",
  HPE_HEADER_OVERFLOW: "answered with too much header",
  EPROTO: "does not speak TLS as it should",
  CERT_HAS_EXPIRED: "has a certificate that has expired",
  CERT_NOT_YET_VALID: "has a certificate that is not valid yet",
  DEPTH_ZERO_SELF_SIGNED_CERT: "has a certificate of no trusted authority",
  SELF_SIGNED_CERT_IN_CHAIN: "has a certificate of no trusted authority",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "has a certificate of no trusted authority (its chain may be incomplete)",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "has a certificate of no trusted authority (its chain may be incomplete)",
  ERR_TLS_CERT_ALTNAME_INVALID: "has a certificate for another name"
}

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string" ? error.code : ""

const sentence = (code: string): string => {
  const known = sentences[code]
  if (known !== undefined) return known
  if (code.startsWith("HPE_")) return "answered with something that is not HTTP"
  if (code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_")) return "does not speak TLS as it should"
  return "closed the connection without an answer"
}

/** Each of these may pass: `retry`. */
export const transportFailure = (hostname: string, error: unknown): SendFailed => {
  const code = codeOf(error)
  const detail = code === "" || code === "ECONNRESET" ? "" : ` (${code})`
  return new SendFailed({ reason: `${hostname} ${sentence(code)}${detail}.`, verdict: "retry" })
}
