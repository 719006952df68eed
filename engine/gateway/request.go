package gateway

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/textproto"
	"net/url"
	"slices"
	"strings"
	"time"

	"go.k6.io/k6/v2/metrics"
	"golang.org/x/net/http/httpguts"

	"assay/engine/access"
	"assay/engine/tap"
)

const defaultTimeout = 60 * time.Second

// request is a request of a script, validated.
type request struct {
	tap.Request
	url *url.URL
	// scheduledNs is when it was due to start, in ns since the origin.
	scheduledNs int64
	// The client disconnects after this many events, or after this time; 0 is never.
	disconnectAfterEvents int64
	disconnectAfter       time.Duration
	timeout               time.Duration
	tags                  metrics.TagsAndMeta
}

func (r *request) bodyBytes() int64 {
	if r.Upload != nil {
		return r.Upload.SizeBytes
	}
	return int64(len(r.Body))
}

// openBody returns a reader of the body, for one attempt. A GET gets an empty one: see
// newHTTPRequest.
func (r *request) openBody() io.ReadCloser {
	switch {
	case r.Upload != nil:
		return r.Upload.Open()
	case r.Body != "" || r.Method != http.MethodPost:
		return io.NopCloser(strings.NewReader(r.Body))
	default:
		return nil
	}
}

// setHeader replaces an earlier header of the same name.
func (r *request) setHeader(name, value string) error {
	if !httpguts.ValidHeaderFieldName(name) || !httpguts.ValidHeaderFieldValue(value) {
		return fmt.Errorf("contains an invalid HTTP header: %q", name)
	}
	name = textproto.CanonicalMIMEHeaderKey(name)
	r.Headers = slices.DeleteFunc(r.Headers, func(h tap.Header) bool { return h.Name == name })
	r.Headers = append(r.Headers, tap.Header{Name: name, Value: value})
	return nil
}

func (r *request) hasHeader(name string) bool {
	for _, h := range r.Headers {
		if strings.EqualFold(h.Name, name) {
			return true
		}
	}
	return false
}

// complete checks what no single option can, and adds the default headers.
func (r *request) complete(userAgent string) error {
	switch {
	case r.Operation == "":
		return fmt.Errorf("operation is missing; it must be one of %s", strings.Join(operations, ", "))
	case r.url == nil:
		return errors.New("url is missing")
	case r.HasBody && r.Upload != nil:
		return errors.New("body and parts cannot be combined; set one of them")
	}
	if r.hasHeader("Authorization") {
		r.Credential = "other"
	}
	if r.HasBody && !r.hasHeader("Content-Type") {
		r.Headers = append(r.Headers, tap.Header{Name: "Content-Type", Value: "application/json"})
	}
	if userAgent != "" && !r.hasHeader("User-Agent") {
		r.Headers = append(r.Headers, tap.Header{Name: "User-Agent", Value: userAgent})
	}
	return nil
}

// applyAccess adds what every request carries. A header of the request itself takes precedence.
func (r *request) applyAccess(a *access.Access) error {
	r.Key = a.Key
	if a.Key != nil && r.hasHeader(a.Key.Header) {
		r.Credential = "other"
	}
	for _, header := range a.Headers {
		if r.hasHeader(header[0]) {
			continue
		}
		if err := r.setHeader(header[0], header[1]); err != nil {
			return fmt.Errorf("options.ext.assayAccess %w", err)
		}
	}
	if traceparent := a.NewTraceparent(); traceparent != "" && !r.hasHeader("Traceparent") {
		r.Headers = append(r.Headers, tap.Header{Name: "Traceparent", Value: traceparent})
	}
	if a.Query != "" {
		r.URL += separator(r.url.RawQuery, "?") + a.Query // recorded without the secrets
		withQuery := *r.url
		withQuery.RawQuery += separator(withQuery.RawQuery, "") + a.FilledQuery()
		r.url = &withQuery
	}
	return a.CheckCredential(r.Credential)
}

// separator goes before an addition to a query.
func separator(query, first string) string {
	if query == "" {
		return first
	}
	return "&"
}
