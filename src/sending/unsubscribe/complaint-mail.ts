import { negotiate } from "../../i18n/negotiate.ts";
import { defineMail } from "../../platform/mail/define-mail.ts";
import { secretValidity } from "../../platform/mail/host-sender.ts";
import { findSecretOf } from "../../platform/secrets/queries.ts";
import { codesByMac } from "../../platform/secrets/six-digit-code.ts";
import { complaintCode } from "./complaint-code-mail.ts";

/** The email with the code that undoes a complaint, in the language of the page on which it was requested. */
export const complaintMail = defineMail({
  message: "complaint_code.send",
  kind: "complaint_code",
  purpose: "account",
  async find({ db, keyring, clock }, { request_id: id }) {
    const codes = await codesByMac(await keyring.keysFor("complaint_code"), { id });
    const [request] = await findSecretOf(db, "complaint_code", [...codes.keys()]);
    // A request that a newer one replaced has no row.
    if (request === undefined) return undefined;
    const { subject: address, payload } = request;
    const secret = secretValidity(request, codes, clock.now());
    const recipient = { id, address, eventId: null, guestId: null, userId: null, hostIds: [] };
    return { secret, locale: payload.locale, recipient };
  },
  draft({ catalogues }, { secret, locale }) {
    if (secret.status === "invalid") return secret.reason;
    const { value: code, validMinutes } = secret;
    return {
      render: async () =>
        complaintCode({ texts: await catalogues.load(negotiate({ chosen: locale })), code, validMinutes }),
    };
  },
});
