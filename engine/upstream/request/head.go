package request

import (
	"strconv"
	"strings"
)

// Header is one header of a request; its name is in lower case.
type Header struct {
	Name, Value string
}

// Head is the request line with the headers.
type Head struct {
	Method string
	// Target is the path with the query, as sent.
	Target  string
	Headers []Header
	// BodyBytes is the stated length of the body; -1 when it comes in chunks.
	BodyBytes int64
	// Closes: the gateway asks to close the connection after the answer.
	Closes bool
	// Expects: the gateway waits for 100 before it sends the body.
	Expects bool
}

// Get returns the value of the first header of a name, which is in lower case.
func (h *Head) Get(name string) string {
	for _, header := range h.Headers {
		if header.Name == name {
			return header.Value
		}
	}
	return ""
}

// parse reads a head that ends with its empty line.
func (h *Head) parse(text string) error {
	*h = Head{Headers: h.Headers[:0]}
	line, rest := cutLine(text)
	method, line, _ := strings.Cut(line, " ")
	target, version, found := strings.Cut(line, " ")
	if !found || method == "" || target == "" || !strings.HasPrefix(version, "HTTP/1.") {
		return &Malformed{400, "The first line is not a request line of HTTP/1.1."}
	}
	h.Method, h.Target = method, target
	h.Closes = version == "HTTP/1.0"
	for rest != "" {
		line, rest = cutLine(rest)
		if line == "" {
			break
		}
		name, value, found := strings.Cut(line, ":")
		if !found || name == "" || strings.ContainsAny(name, " \t") {
			return &Malformed{400, "A header line is malformed."}
		}
		h.Headers = append(h.Headers, Header{strings.ToLower(name), strings.Trim(value, " \t")})
	}
	return h.frame()
}

func cutLine(text string) (line, rest string) {
	line, rest, _ = strings.Cut(text, "\n")
	return strings.TrimSuffix(line, "\r"), rest
}

// frame reads the headers that say where the request ends.
func (h *Head) frame() error {
	hasLength := false
	for _, header := range h.Headers {
		switch header.Name {
		case "content-length":
			length, err := strconv.ParseUint(header.Value, 10, 62)
			if err != nil || hasLength && int64(length) != h.BodyBytes || h.BodyBytes < 0 {
				return &Malformed{400, "The Content-Length header is malformed, or there are several."}
			}
			hasLength, h.BodyBytes = true, int64(length)
		case "transfer-encoding":
			if !strings.EqualFold(header.Value, "chunked") {
				return &Malformed{501, "The transfer coding is not chunked."}
			}
			if hasLength {
				return &Malformed{400, "The request has Content-Length and Transfer-Encoding."}
			}
			h.BodyBytes = -1
		case "connection":
			h.readConnection(header.Value)
		case "expect":
			h.Expects = strings.EqualFold(header.Value, "100-continue")
		}
	}
	return nil
}

func (h *Head) readConnection(value string) {
	for option := range strings.SplitSeq(value, ",") {
		switch strings.ToLower(strings.Trim(option, " \t")) {
		case "close":
			h.Closes = true
		case "keep-alive":
			h.Closes = false
		}
	}
}
