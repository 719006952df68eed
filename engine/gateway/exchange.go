package gateway

import (
	"assay/engine/tap"
	"assay/engine/transport"
)

// exchange is one request with its answer, while it happens.
type exchange struct {
	tap.Exchange
	request *request

	// conn is the connection of the request, if it got one.
	conn         *transport.Conn
	proto        string
	events       int64
	firstEventNs int64
}

// reset prepares a pooled exchange for its next request, and keeps its buffers.
func (x *exchange) reset(r *request) {
	*x = exchange{request: r, Exchange: tap.Exchange{
		Request: &r.Request, ScheduledNs: r.scheduledNs,
		Body: x.Body[:0], Reads: x.Reads[:0], TokensNs: x.TokensNs[:0],
	}}
}
