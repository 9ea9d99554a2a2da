/**
 * A certificate for localhost and 127.0.0.1, so that TLS can be tried on one's own machine. Its key is no secret: the
 * authority that signed it (authority.pem, whose key was thrown away) is trusted by nobody but a process that is
 * started with NODE_EXTRA_CA_CERTS pointing at that file.
 */
export const CERTIFICATE = {
  cert: `-----BEGIN CERTIFICATE-----
MIIB0TCCAXegAwIBAgIUZlcPEFzUBYUcJorDDz9SQRPApvMwCgYIKoZIzj0EAwIw
JjEkMCIGA1UEAwwbTWFpbCBjYXRjaGVyIHRlc3QgYXV0aG9yaXR5MCAXDTI2MTEy
MTEwNTg1M1oYDzIxMjYxMDI4MTA1ODUzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3Qw
WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQ0Lu5n1ubYupryGZRqjDJVhWIaKXwB
ZL3WOVBg34DlKZbhotBHt74G94icmyC64Z2TSg3wWfoP3aB0biDYlCaBo4GSMIGP
MBoGA1UdEQQTMBGHBH8AAAGCCWxvY2FsaG9zdDAMBgNVHRMBAf8EAjAAMA4GA1Ud
DwEB/wQEAwIHgDATBgNVHSUEDDAKBggrBgEFBQcDATAdBgNVHQ4EFgQU6jhbk+dm
kxCsVtPIIrFxw2q/K70wHwYDVR0jBBgwFoAUrgS8a2y95+6E1JfKjDCn04TRW74w
CgYIKoZIzj0EAwIDSAAwRQIhAJs8lb7gdMkJRl1wd8Iicu4Z1mlUug3E0MgBB9d1
otrcAiAYjMcLs1vgvYpobL//uOA1gXjpX3lOG9EqStExpgcHhQ==
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgAPKvjCgpD7qyTVsY
eK/yMB0uqBEXW6rJbnSS0L6Myo+hRANCAAQ0Lu5n1ubYupryGZRqjDJVhWIaKXwB
ZL3WOVBg34DlKZbhotBHt74G94icmyC64Z2TSg3wWfoP3aB0biDYlCaB
-----END PRIVATE KEY-----
`,
};
