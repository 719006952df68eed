package upstream

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"assay/engine/redact"
	"assay/engine/upstream/request"
)

// keyHeaders are the headers that carry the key of the gateway.
var keyHeaders = []string{"authorization", "proxy-authorization", "x-api-key", "api-key", "x-goog-api-key"}

const digestDigits = 16

// credentialOf returns the key that the gateway sent, without its scheme; "" where there is none.
func credentialOf(r *request.Received) string {
	for _, header := range r.Headers {
		if slices.Contains(keyHeaders, header.Name) {
			_, credential := splitCredential(header.Value)
			return credential
		}
	}
	return ""
}

// splitCredential cuts a header value into its scheme, with a space, and the key.
func splitCredential(value string) (scheme, credential string) {
	if first, rest, found := strings.Cut(value, " "); found && len(first) <= len("negotiate") {
		return first + " ", strings.TrimLeft(rest, " ")
	}
	return "", value
}

// shownHeader returns the value of a request header as a frame shows it: a key as its digest, unless
// it is one of a caller.
func shownHeader(header request.Header, redactor redact.Redactor) string {
	redacted := redactor.Text(header.Value)
	if redacted != header.Value || !slices.Contains(keyHeaders, header.Name) {
		return redacted
	}
	scheme, credential := splitCredential(header.Value)
	if credential == "" {
		return header.Value
	}
	digest := sha256.Sum256([]byte(credential))
	return scheme + "sha256:" + hex.EncodeToString(digest[:])[:digestDigits]
}
