package gateway

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"assay/engine/transport"
)

// notHTTP is the failure of an exchange whose answer is not HTTP, as in
// src/exchange/http/transport-failure.ts.
const notHTTP = "not HTTP/1.1"

// syntaxErrors are how the errors of net/http for answers that are not HTTP begin, after what it wraps
// them in; it exports no error values for them. Most quote what they found. A header without a colon
// is not among them: one that the end of the connection cut looks the same.
var syntaxErrors = []string{
	"malformed HTTP ",
	"malformed MIME header line",
	"malformed MIME header initial line",
	"malformed chunked encoding",
	"bad Content-Length",
	"invalid empty Content-Length",
	"http: message cannot contain multiple Content-Length headers",
	"unsupported transfer encoding",
	"empty hex number for chunk length",
	"invalid byte in chunk length",
	"http chunk length too large",
	"chunked encoding contains too much non-data",
	"chunked line ends with bare LF",
	"invalid CR in chunked line",
}

// errSwitched is the failure when the connection speaks another protocol from now on. net/http hands it
// to the caller as the body, which no cancelled context ends.
var errSwitched = errors.New("101 Switching Protocols in place of an HTTP response")

// notHTTPIn returns what net/http says about an answer that is not HTTP, with what it quotes of it;
// "" for another error.
func notHTTPIn(err error) string {
	if err == nil {
		return ""
	}
	for _, ours := range []error{transport.ErrOnlyInterim, errSwitched} {
		if errors.Is(err, ours) {
			return ours.Error()
		}
	}
	text := err.Error()
	for _, start := range syntaxErrors {
		if at := strings.Index(text, start); at >= 0 {
			return text[at:]
		}
	}
	return ""
}

// checkStatus returns an error for a status that net/http accepts although it is none of a final
// response, such as 000.
func checkStatus(response *http.Response) error {
	switch {
	case response.StatusCode == http.StatusSwitchingProtocols:
		return errSwitched
	case response.StatusCode < 100:
		return fmt.Errorf("malformed HTTP status code %q", response.Status)
	default:
		return nil
	}
}
