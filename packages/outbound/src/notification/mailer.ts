/** nodemailer, which only those install who send e-mail. */
import * as OptionalPackage from "@formwork/domain/OptionalPackage"

export const mailer = OptionalPackage.load(
  { needs: "E-mail needs", name: "nodemailer", range: "^10.6.0" },
  () => import("nodemailer")
)
