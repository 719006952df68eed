package tap

import (
	"net/http"

	"assay/engine/access"
	"assay/engine/body"
	"assay/engine/upload"
)

// Exchange is one request with its answer, as its frame holds it. All times are in ns since the
// origin; 0 is a time that never came.
type Exchange struct {
	Request *Request

	id int64
	// ScheduledNs is when the request was due to start.
	ScheduledNs int64
	SendNs      int64
	FirstByteNs int64
	EndNs       int64
	Outcome     string
	Failure     string
	// NotHTTP is what came in place of an HTTP answer, as net/http quotes it; "" otherwise.
	NotHTTP string
	// MetClosing: the connection was reused, and the gateway may have been closing it already.
	MetClosing bool

	Status  int
	IsHTTP2 bool
	Headers http.Header
	// Body holds the answer as received.
	Body body.Body
	// Reads holds pairs: where a read ended in Body, and when it returned.
	Reads    body.Times
	IsStream bool
	// TokensNs are the times of the events with content or arguments of a call; Coalesced counts those
	// that came in the same read as the one before. LastArgumentNs is the last of them with arguments.
	TokensNs       body.Times
	Coalesced      int64
	LastArgumentNs int64
	// ReportsError: a 2xx answer says that the request failed, in an event or in its body.
	ReportsError bool
	// IsLost: there was no memory for its times, so it is counted only.
	IsLost bool
}

// Request is the request of an exchange.
type Request struct {
	Operation  string
	Scenario   string
	Method     string
	URL        string
	Headers    []Header
	Credential string
	// Key is the header that carries keys; nil where the target takes none.
	Key     *access.KeyHeader
	Group   *Group
	Attempt int64

	// Body and Upload are alternatives; without HasBody and Upload there is no body.
	Body    string
	HasBody bool
	Upload  *upload.Body

	// ReadBytesPerSecond limits how fast the answer is read; 0 means no limit.
	ReadBytesPerSecond int64
}

// Header is one header of a request.
type Header struct {
	Name, Value string
}

// Group identifies exchanges that are judged together: those of one idempotency key, or of one video
// job.
type Group struct {
	Kind, ID string
}
