package gateway

import (
	"assay/engine/body"
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
	// repetition is how it repeats an earlier one under its idempotency key, or "".
	repetition string
}

// reset prepares a pooled exchange for its next request, and keeps its buffers.
func (x *exchange) reset(r *request, budget *body.Budget) {
	*x = exchange{request: r, Exchange: tap.Exchange{
		Request: &r.Request, ScheduledNs: r.scheduledNs,
		Body: x.Body, Reads: x.Reads, TokensNs: x.TokensNs,
	}}
	x.Body.Use(budget)
	x.Reads.Use(budget)
	x.TokensNs.Use(budget)
}

// keptBytes is what the judging process keeps of an answer that it does not judge, as in
// src/input/limits.ts.
const keptBytes = 16 << 10

// keepBeginning gives back the memory of an answer of which the judging process keeps the beginning:
// whole answers of many such requests would also fill the memory of that process.
func (x *exchange) keepBeginning() {
	if x.Body.Len() <= keptBytes {
		return
	}
	x.Body.Shorten(keptBytes)
	reads := x.Reads.All()
	for i := 0; i < len(reads); i += 2 {
		if reads[i] >= keptBytes {
			reads[i] = keptBytes
			x.Reads.Cut(i + 2)
			return
		}
	}
}

// free gives back the memory of its answer.
func (x *exchange) free() {
	x.Body.Free()
	x.Reads.Free()
	x.TokensNs.Free()
}
