/** The way back to the list of submissions. */
import { useMessages } from "../../../messages/useMessages.ts"

export const ListLink = () => <a href="/console/submissions">{useMessages().submission.list}</a>
