package gateway

import (
	"net/url"
	"time"

	"go.k6.io/k6/v2/metrics"
)

// Bounds of one exchange.
const (
	defaultTimeout = 60 * time.Second
	// maxBodyBytes bounds what is held of an answer.
	maxBodyBytes = 16 << 20
	// maxRequestText is how much of the text of a request is in its frame.
	maxRequestText = 64 << 10
)

// group is what an exchange belongs to: those of one idempotency key, or of one video job.
type group struct {
	kind, id string
}

// request is what a script asked for, checked.
type request struct {
	operation  string
	scenario   string
	method     string
	url        *url.URL
	urlText    string
	headers    []header
	credential string
	group      *group
	attempt    int64

	text      string
	hasText   bool
	multipart *multipart

	// intendedNs is when it was meant to start, in ns since the origin.
	intendedNs       int64
	leaveAfterEvents int64
	leaveAfter       time.Duration
	timeout          time.Duration
	tags             metrics.TagsAndMeta
}

// header is one header of the request, its name as it goes out.
type header struct {
	name, value string
}

func (r *request) bodyBytes() int64 {
	if r.multipart != nil {
		return r.multipart.sizeBytes
	}
	return int64(len(r.text))
}
