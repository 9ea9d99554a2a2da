import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  CMSVersion,
  ContentInfo,
  DigestAlgorithmIdentifiers,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  id_data,
  id_signedData,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
} from "@peculiar/asn1-cms";
import {
  AsnArray,
  AsnConvert,
  AsnObjectIdentifierConverter,
  AsnType,
  AsnTypeTypes,
  OctetString,
} from "@peculiar/asn1-schema";
import { AlgorithmIdentifier, Certificate, Time } from "@peculiar/asn1-x509";

/**
 * A private RSA key for PKCS #1 v1.5 with SHA-256. Not by jose, whose reader of PEM is for keys of every kind.
 * @param pem PKCS #8
 */
export function signingKey(pem: string): Promise<CryptoKey> {
  return crypto.subtle.importKey("pkcs8", derOf(pem), SIGNATURE, false, ["sign"]);
}

/** Of the keys and of their signatures. */
export const SIGNATURE = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };

/** Returns the bytes of a PEM text with one block. */
export function derOf(pem: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(pem.replace(/-----[A-Z ]+-----/g, "")), (byte) => byte.charCodeAt(0));
}

/** The signer's keys and certificates, in PEM. */
export interface CmsSigner {
  certificate: string;
  /** The RSA key of the certificate: PKCS #8. */
  privateKey: string;
  /** The certificate that issued the signer's. */
  intermediate: string;
}

const CONTENT_TYPE = "1.2.840.113549.1.9.3";

const MESSAGE_DIGEST = "1.2.840.113549.1.9.4";

const SIGNING_TIME = "1.2.840.113549.1.9.5";

const RSA = "1.2.840.113549.1.1.1";

const SHA_256 = "2.16.840.1.101.3.4.2.1";

/** The signed content: the attributes as a separate set (RFC 5652, section 5.4). */
class SignedAttributes extends AsnArray<Attribute> {}

AsnType({ type: AsnTypeTypes.Set, itemType: Attribute })(SignedAttributes);

/**
 * A signature apart from what it signs, with the certificates that verify it: CMS SignedData (RFC 5652), DER, RSA with SHA-256.
 * @param now epoch milliseconds
 */
export async function signDetached(
  signer: CmsSigner,
  content: Uint8Array<ArrayBuffer>,
  now: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const own = AsnConvert.parse(derOf(signer.certificate), Certificate);
  const certificates = [own, AsnConvert.parse(derOf(signer.intermediate), Certificate)];
  const { issuer, serialNumber } = own.tbsCertificate;
  const digest = await crypto.subtle.digest("SHA-256", content);
  // DER sorts a set by its bytes, that is here by length.
  const signedAttrs = [
    attribute(CONTENT_TYPE, AsnObjectIdentifierConverter.toASN(id_data)),
    attribute(SIGNING_TIME, new Time(new Date(now))),
    attribute(MESSAGE_DIGEST, new OctetString(digest)),
  ];
  const signed = AsnConvert.serialize(new SignedAttributes(signedAttrs));
  const signature = await crypto.subtle.sign(SIGNATURE, await signingKey(signer.privateKey), signed);
  const sha256 = new AlgorithmIdentifier({ algorithm: SHA_256 });
  const signedData = new SignedData({
    version: CMSVersion.v1,
    digestAlgorithms: new DigestAlgorithmIdentifiers([sha256]),
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: id_data }),
    certificates: new CertificateSet(certificates.map((certificate) => new CertificateChoices({ certificate }))),
    signerInfos: new SignerInfos([
      new SignerInfo({
        version: CMSVersion.v1,
        sid: new SignerIdentifier({ issuerAndSerialNumber: new IssuerAndSerialNumber({ issuer, serialNumber }) }),
        digestAlgorithm: sha256,
        signedAttrs,
        signatureAlgorithm: new AlgorithmIdentifier({ algorithm: RSA, parameters: null }),
        signature: new OctetString(signature),
      }),
    ]),
  });
  const info = new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(signedData) });
  return new Uint8Array(AsnConvert.serialize(info));
}

function attribute(attrType: string, value: object): Attribute {
  return new Attribute({ attrType, attrValues: [AsnConvert.serialize(value)] });
}
