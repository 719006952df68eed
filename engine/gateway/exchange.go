package gateway

import "net/http"

// exchange is one request with its answer, while it happens. All times are in ns since the origin;
// 0 is a time that never came.
type exchange struct {
	request *request

	id          int64
	intendedNs  int64
	sendNs      int64
	firstByteNs int64
	endNs       int64
	outcome     string
	failure     string
	// metClosing: it broke on a kept connection that the gateway may have been closing before.
	metClosing bool

	// conn is what it went over, if it came to that.
	conn    *patientConn
	status  int
	proto   string
	headers http.Header

	// body is what came, as received, in a buffer that goes back to its pool after the exchange.
	body []byte
	// reads holds pairs: where a read ended in body, and when it came.
	reads    []int64
	isStream bool

	events       int64
	firstEventNs int64
	tokensNs     []int64
	coalesced    int64
}

// clear makes an exchange ready for its next use, and keeps its buffers.
func (x *exchange) clear() {
	*x = exchange{body: x.body[:0], reads: x.reads[:0], tokensNs: x.tokensNs[:0]}
}
