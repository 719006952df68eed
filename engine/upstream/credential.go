package upstream

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"

	"assay/engine/redact"
)

// keyHeaders are the headers that carry the key of the gateway.
var keyHeaders = []string{"authorization", "proxy-authorization", "x-api-key", "api-key", "x-goog-api-key"}

const digestDigits = 16

// credentialOf returns the key that the gateway sent, without its scheme; "" where there is none.
func credentialOf(headers http.Header) string {
	for _, name := range keyHeaders {
		if value := headers.Get(name); value != "" {
			_, credential := splitCredential(value)
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

// shownHeader returns the value of a request header, whose name is in lower case, as a frame shows it: a key
// as its digest, unless it is one of a caller.
func shownHeader(name, value string, redactor redact.Redactor) string {
	redacted := redactor.Text(value)
	if redacted != value || !slices.Contains(keyHeaders, name) {
		return redacted
	}
	scheme, credential := splitCredential(value)
	if credential == "" {
		return value
	}
	digest := sha256.Sum256([]byte(credential))
	return scheme + "sha256:" + hex.EncodeToString(digest[:])[:digestDigits]
}
