/** The way back to the list of submissions. */
import { Link } from "@tanstack/react-router"
import { useMessages } from "../../../messages/useMessages.ts"

export const ListLink = () => <Link to="/submissions">{useMessages().submission.list}</Link>
