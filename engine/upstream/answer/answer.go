package answer

import (
	"encoding/json"
	"strconv"
	"time"

	"assay/engine/upstream/script"
)

// Answer is what is sent, and when.
type Answer struct {
	Status      int
	Headers     [][2]string
	ContentType string
	// Body is what is sent in one body, once After has passed since the request; nil for a stream.
	Body  []byte
	After time.Duration
	// Events is what a stream sends; nil for one body.
	Events func(yield func(*Event) bool)
	Content
}

// Content is what an answer contains, besides the text of a stream.
type Content struct {
	Text         []byte
	Usage        json.RawMessage
	FinishReason string
	ToolCalls    []script.ToolCall
	Refusal      string
	// ContentSHA256s are those of images or of a video, in hex.
	ContentSHA256s []string
}

// Event is one event of a stream. The event is used again for the next one.
type Event struct {
	// Name is that of its event line; "" for none.
	Name string
	Data []byte
	// Text is the content that it adds; IsToken is true for one with content, a fragment of a tool call
	// or a refusal.
	Text    []byte
	IsToken bool
	// Due is when it is to be written, since the request was received.
	Due time.Duration
}

// Request is all that an answer depends on.
type Request struct {
	Question
	Operation string
	Nonce     string
	// Credential is the key that the gateway sent.
	Credential string
	Step       *script.Step
	// TTFT, ITL and Words are the clock and the length of answers without a script.
	TTFT, ITL time.Duration
	Words     int
	// Unix is the time of the request, in s; Serial numbers the answers.
	Unix   int64
	Serial string
}

// New returns the answer to a request. Video operations have their own.
func New(r *Request) *Answer {
	switch r.Operation {
	case Chat:
		return newChat(r)
	case Responses:
		return newResponse(r)
	case Images:
		return newImages(r)
	case Transcription:
		return newTranscription(r)
	case Models:
		models := []object{{"id": "assay-upstream", "object": "model", "created": r.Unix, "owned_by": "assay"}}
		return jsonAnswer(encoded(object{"object": "list", "data": models}))
	case Embeddings:
		return FromProblem(NotFound("This upstream has no embeddings."))
	default:
		return FromProblem(NotFound("There is no such path."))
	}
}

// FromProblem returns the answer with an error wrapper.
func FromProblem(p *Problem) *Answer {
	a := jsonAnswer(p.Body())
	a.Status = p.Status
	return a
}

func jsonAnswer(body []byte) *Answer {
	return &Answer{Status: 200, ContentType: "application/json", Body: body}
}

// pace is when the tokens of a text are due.
type pace struct {
	first, gap time.Duration
}

func (r *Request) pace() pace {
	ttft, itl := r.Step.Clock(r.TTFT, r.ITL)
	return pace{r.Step.Delay() + ttft, itl}
}

// at returns when a token is due, whatever happened to those before it.
func (p pace) at(index int) time.Duration {
	return p.first + time.Duration(max(0, index))*p.gap
}

// failure is the error of an answer that fails in its stream.
func (r *Request) failure() *Problem {
	return Refused(500, r.withEcho(r.withNonce("The generation failed.")))
}

// withEcho adds the key that the gateway sent, where the step says so.
func (r *Request) withEcho(message string) string {
	if !r.Step.EchoKey {
		return message
	}
	return message + " " + r.Credential + " "
}

// withNonce puts the nonce before a message, so that the caller who sees it can be found.
func (r *Request) withNonce(message string) string {
	if r.Nonce == "" {
		return message
	}
	return r.Nonce + " " + message
}

const page = "<!DOCTYPE html><html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>"

// Scripted returns the answer of a step that says itself what the body is. other is the address that
// a redirect leads to.
func (r *Request) Scripted(other string) *Answer {
	step := r.Step
	status := step.Status
	if status == 0 {
		status = 200
	}
	a := &Answer{Status: status, ContentType: "application/json", After: step.Delay()}
	switch {
	case step.Redirects():
		if step.Status == 0 {
			a.Status = 302
		}
		a.Headers = [][2]string{{"location", other}}
	case step.Fails(script.HTML):
		a.ContentType, a.Body = "text/html; charset=utf-8", []byte(page)
	case step.Fails(script.Empty):
	case step.Body != nil:
		a.Body = []byte(*step.Body)
	default:
		message := r.withNonce("The upstream answers with status " + strconv.Itoa(status) + ".")
		a.Body = Refused(status, r.withEcho(message)).Body()
	}
	return a
}
