package gateway

import (
	"fmt"
	"io"
	"net/textproto"
	"net/url"
	"slices"
	"strings"
	"time"

	"go.k6.io/k6/v2/metrics"
	"golang.org/x/net/http/httpguts"
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
	// key says how keys are carried; nil where the target takes none.
	key     *carriage
	group   *group
	attempt int64

	text      string
	hasText   bool
	multipart *multipart

	// intendedNs is when it was meant to start, in ns since the origin.
	intendedNs       int64
	leaveAfterEvents int64
	leaveAfter       time.Duration
	// readBytesPerSecond bounds how fast the answer is read; 0 is no bound.
	readBytesPerSecond int64
	timeout            time.Duration
	tags               metrics.TagsAndMeta
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

// openBody returns a reader of the body, for one sending. A GET gets an empty one: see
// newHTTPRequest.
func (r *request) openBody() io.ReadCloser {
	switch {
	case r.multipart != nil:
		return r.multipart.open()
	case r.text != "" || r.method != "POST":
		return io.NopCloser(strings.NewReader(r.text))
	default:
		return nil
	}
}

// addHeader takes a header of the script, the last of a name.
func (r *request) addHeader(name, value string) error {
	if !httpguts.ValidHeaderFieldName(name) || !httpguts.ValidHeaderFieldValue(value) {
		return fmt.Errorf("cannot be sent as HTTP has it: %q", name)
	}
	name = textproto.CanonicalMIMEHeaderKey(name)
	r.headers = slices.DeleteFunc(r.headers, func(h header) bool { return h.name == name })
	r.headers = append(r.headers, header{name, value})
	return nil
}

func (r *request) hasHeader(name string) bool {
	for _, h := range r.headers {
		if strings.EqualFold(h.name, name) {
			return true
		}
	}
	return false
}

// complete checks what no single option can, and adds the headers that go without saying.
func (r *request) complete(userAgent string) error {
	switch {
	case r.operation == "":
		return fmt.Errorf("operation is missing; it must be one of %s", strings.Join(operations, ", "))
	case r.url == nil:
		return fmt.Errorf("url is missing")
	case r.hasText && r.multipart != nil:
		return fmt.Errorf("body and parts exclude each other")
	}
	if r.hasHeader("Authorization") {
		r.credential = "other"
	}
	if r.hasText && !r.hasHeader("Content-Type") {
		r.headers = append(r.headers, header{"Content-Type", "application/json"})
	}
	if userAgent != "" && !r.hasHeader("User-Agent") {
		r.headers = append(r.headers, header{"User-Agent", userAgent})
	}
	return nil
}
