package upstream

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"assay/engine/redact"
	"assay/engine/upstream/request"
	"assay/engine/upstream/script"
)

// record is the header of an exchange frame (docs/contributing/upstream.md).
type record struct {
	ID              int64    `json:"id"`
	Nonces          []string `json:"nonces"`
	Attempt         int      `json:"attempt"`
	Connection      int64    `json:"connection"`
	NthOnConnection int64    `json:"nthOnConnection"`
	Listener        string   `json:"listener"`
	Operation       string   `json:"operation"`
	*requestRecord
	Writes         []int64 `json:"writes"`
	Tokens         []int64 `json:"tokens,omitempty"`
	EndNs          int64   `json:"endNs"`
	DisconnectedNs int64   `json:"disconnectedNs,omitempty"`
	*answerRecord
	Outcome string      `json:"outcome"`
	Script  string      `json:"script,omitempty"`
	Failure script.Kind `json:"failure,omitempty"`
}

type requestRecord struct {
	Method           string      `json:"method"`
	Path             string      `json:"path"`
	RequestHeaders   [][2]string `json:"requestHeaders"`
	RequestBytes     int64       `json:"requestBytes"`
	RequestKeptBytes int         `json:"requestKeptBytes"`
	RequestSHA256    string      `json:"requestSha256"`
	RequestComplete  bool        `json:"requestComplete"`
	Form             *formRecord `json:"form,omitempty"`
	IsStream         bool        `json:"isStream"`
	ReceivedNs       int64       `json:"receivedNs"`
	RequestEndNs     int64       `json:"requestEndNs"`
}

type formRecord struct {
	Fields [][2]string  `json:"fields"`
	Files  []fileRecord `json:"files"`
}

type fileRecord struct {
	Field     string `json:"field"`
	Filename  string `json:"filename"`
	Type      string `json:"type"`
	SizeBytes int64  `json:"sizeBytes"`
	SHA256    string `json:"sha256"`
}

// answerRecord is absent where no head was written.
type answerRecord struct {
	Status        int             `json:"status"`
	Headers       [][2]string     `json:"headers"`
	HeadNs        int64           `json:"headNs"`
	SizeBytes     int64           `json:"sizeBytes"`
	KeptBytes     int             `json:"keptBytes"`
	Text          *string         `json:"text,omitempty"`
	TextSHA256    string          `json:"textSha256"`
	TextLength    int64           `json:"textLength"`
	Usage         json.RawMessage `json:"usage,omitempty"`
	FinishReason  string          `json:"finishReason,omitempty"`
	Refusal       string          `json:"refusal,omitempty"`
	ToolCalls     []callRecord    `json:"toolCalls,omitempty"`
	ContentSHA256 []string        `json:"contentSha256,omitempty"`
}

type callRecord struct {
	Index     int    `json:"index"`
	ID        string `json:"id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// requestRecord returns the request with the keys of callers replaced, and how much of its body the frame has.
func (x *exchange) requestRecord(keptBytes int, redactor redact.Redactor) *requestRecord {
	r := x.received
	return &requestRecord{
		Method: r.Method, Path: redactor.Text(r.RequestURI), RequestHeaders: shownHeaders(r.Request, redactor),
		RequestBytes: r.Size, RequestKeptBytes: keptBytes, RequestSHA256: hex.EncodeToString(r.SHA256()),
		RequestComplete: r.IsComplete, Form: formOf(r.Upload, redactor), IsStream: x.question.IsStream,
		ReceivedNs: x.receivedNs, RequestEndNs: x.requestEndNs,
	}
}

// shownHeaders returns the headers by their names, which are in lower case.
func shownHeaders(r *http.Request, redactor redact.Redactor) [][2]string {
	headers := [][2]string{{"host", redactor.Text(r.Host)}}
	if len(r.TransferEncoding) > 0 {
		headers = append(headers, [2]string{"transfer-encoding", strings.Join(r.TransferEncoding, ", ")})
	}
	for name, values := range r.Header {
		name = strings.ToLower(name)
		for _, value := range values {
			headers = append(headers, [2]string{redactor.Text(name), shownHeader(name, value, redactor)})
		}
	}
	slices.SortStableFunc(headers, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	return headers
}

func formOf(form *request.Form, redactor redact.Redactor) *formRecord {
	if form == nil {
		return nil
	}
	is := &formRecord{Fields: [][2]string{}, Files: []fileRecord{}}
	for _, field := range form.Fields {
		is.Fields = append(is.Fields, [2]string{redactor.Text(field[0]), redactor.Text(field[1])})
	}
	for _, file := range form.Files {
		is.Files = append(is.Files, fileRecord{
			redactor.Text(file.Field), redactor.Text(file.Name), redactor.Text(file.Type), file.Size, file.SHA256,
		})
	}
	return is
}

// answerRecord returns the answer with keys replaced, and how much of its body the frame has.
func (x *exchange) answerRecord(keptBytes int, redactor redact.Redactor) *answerRecord {
	if x.status == 0 {
		return nil
	}
	is := &answerRecord{
		Status: x.status, Headers: make([][2]string, len(x.headers)), HeadNs: x.headNs, SizeBytes: x.size, KeptBytes: keptBytes,
		TextSHA256: hex.EncodeToString(x.textDigest.Sum(nil)), TextLength: x.textLength, Usage: x.content.Usage,
		FinishReason: x.content.FinishReason, Refusal: x.content.Refusal, ContentSHA256: x.content.ContentSHA256s,
	}
	for i, header := range x.headers {
		is.Headers[i] = [2]string{header[0], redactor.Text(header[1])}
	}
	if x.textLength <= maxTextBytes {
		text := redactor.Text(string(x.text))
		is.Text = &text
	}
	for i, call := range x.content.ToolCalls {
		is.ToolCalls = append(is.ToolCalls, callRecord{i, call.ID, call.Name, call.Arguments()})
	}
	return is
}

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
