// Package answer makes what the upstream sends: bodies and events, with what they contain.
package answer

import (
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/url"
	"strconv"
	"strings"

	"assay/engine/upstream/request"
)

// Operations of the upstream, as frames and scripts name them.
const (
	Chat          = "chat"
	Responses     = "responses"
	Images        = "images"
	Transcription = "transcription"
	VideoCreate   = "video-create"
	VideoRead     = "video-read"
	VideoCancel   = "video-cancel"
	VideoContent  = "video-content"
	Models        = "models"
	Embeddings    = "embeddings"
	Other         = "other"
)

var byRoute = map[string]string{
	"POST /chat/completions":     Chat,
	"POST /responses":            Responses,
	"POST /images/generations":   Images,
	"POST /audio/transcriptions": Transcription,
	"POST /videos":               VideoCreate,
	"GET /models":                Models,
	"POST /embeddings":           Embeddings,
}

var videoMethods = map[string]string{"GET": VideoRead, "DELETE": VideoCancel}

// OperationOf returns the operation of a request, and the id of its video job where the path has one.
func OperationOf(method, path string) (operation, job string) {
	if id, found := strings.CutPrefix(path, "/videos/"); found && id != "" {
		if id, isContent := strings.CutSuffix(id, "/content"); isContent && method == "GET" {
			return VideoContent, id
		}
		if operation := videoMethods[method]; operation != "" && !strings.Contains(id, "/") {
			return operation, id
		}
		return Other, ""
	}
	if operation := byRoute[method+" "+path]; operation != "" {
		return operation, ""
	}
	return Other, ""
}

// Question is what a request wants.
type Question struct {
	Model        string
	IsStream     bool
	IncludeUsage bool
	Prompt       string
	// Count is that of images, or of the choices of a chat; Width and Height are those of images.
	Count, Width, Height int
	// Format is that of a transcript, such as srt, or of images, such as jpeg; "" is JSON or PNG.
	Format string
	// Logprobs: the tokens of a chat are wanted beside its text.
	Logprobs bool
	// InputTokens is a rough number of the tokens of the request.
	InputTokens int
}

const (
	maxCount  = 10
	maxPixels = 4096
)

// Read returns what a request wants, or what is wrong with it.
func Read(operation string, received *request.Received) (Question, *Problem) {
	q := Question{InputTokens: max(1, int(received.Size/4)), Count: 1, Width: 1024, Height: 1024}
	switch operation {
	case VideoCreate:
		if fields := fieldsOf(received); fields != nil {
			return q, q.readVideo(fields)
		}
		return q, q.readJSON(operation, received.Content())
	case Chat, Responses, Images:
		return q, q.readJSON(operation, received.Content())
	case Transcription:
		return q, q.readForm(received.Upload)
	default:
		return q, nil
	}
}

// members are those of all operations in JSON that have a type here; a provider refuses any other type.
type members struct {
	Model         string `json:"model"`
	Stream        bool   `json:"stream"`
	StreamOptions struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
	Temperature  float64         `json:"temperature"`
	Messages     []message       `json:"messages"`
	Input        json.RawMessage `json:"input"`
	Instructions string          `json:"instructions"`
	Prompt       *string         `json:"prompt"`
	N            *int            `json:"n"`
	Logprobs     bool            `json:"logprobs"`
	Size         string          `json:"size"`
	OutputFormat string          `json:"output_format"`
}

// message is a message of a chat, or an item of a response.
type message struct {
	Type    string          `json:"type"`
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

func (q *Question) readJSON(operation string, content []byte) *Problem {
	var m members
	if err := json.Unmarshal(content, &m); err != nil {
		var mistyped *json.UnmarshalTypeError
		if errors.As(err, &mistyped) && mistyped.Field != "" {
			return badRequest(fmt.Sprintf("%s must not be a JSON %s.", mistyped.Field, mistyped.Value), mistyped.Field)
		}
		return badRequest("The request body is not a JSON object.", "")
	}
	if m.Model == "" {
		return badRequest("The request has no model.", "model")
	}
	q.Model, q.IncludeUsage = m.Model, m.StreamOptions.IncludeUsage
	switch operation {
	case Chat:
		q.IsStream, q.Logprobs = m.Stream, m.Logprobs
		if problem := q.readCount(m.N); problem != nil {
			return problem
		}
		return wrongMessages(m.Messages)
	case Responses:
		q.IsStream = m.Stream
		return wrongInput(m.Input)
	}
	if m.Prompt == nil {
		return badRequest("The request has no prompt.", "prompt")
	}
	q.Prompt = *m.Prompt
	if operation == Images {
		return q.readImages(&m)
	}
	return nil
}

func wrongMessages(messages []message) *Problem {
	if len(messages) == 0 {
		return badRequest("messages must be an array of at least one message.", "messages")
	}
	return firstWrong(messages, "messages")
}

func wrongInput(input json.RawMessage) *Problem {
	var text *string
	if input != nil && json.Unmarshal(input, &text) == nil && text != nil {
		return nil
	}
	var items []message
	if json.Unmarshal(input, &items) != nil || items == nil {
		return badRequest("input must be a string or an array of items.", "input")
	}
	return firstWrong(items, "input")
}

// roles are those of messages.
var roles = map[string]bool{
	"developer": true, "system": true, "user": true, "assistant": true, "tool": true, "function": true,
}

// firstWrong returns what is wrong with the first wrong message of an array of this name.
func firstWrong(messages []message, array string) *Problem {
	for i, m := range messages {
		name := array + "[" + strconv.Itoa(i) + "]"
		hasContent := len(m.Content) > 0 && (m.Content[0] == '"' || m.Content[0] == '[')
		isNull := m.Content == nil || string(m.Content) == "null"
		switch {
		case m.Type != "" && m.Type != "message": // such as the result of a tool
		case !roles[m.Role]:
			return badRequest(name+".role must be developer, system, user, assistant, tool or function.", name+".role")
		case !hasContent && !(isNull && m.Role == "assistant"): // an assistant that calls tools says nothing
			return badRequest(name+".content must be a string or an array of parts.", name+".content")
		}
	}
	return nil
}

func (q *Question) readCount(n *int) *Problem {
	if n != nil {
		q.Count = *n
	}
	if q.Count < 1 || q.Count > maxCount {
		return badRequest(fmt.Sprintf("n must be an integer from 1 to %d.", maxCount), "n")
	}
	return nil
}

func (q *Question) readImages(m *members) *Problem {
	if problem := q.readCount(m.N); problem != nil {
		return problem
	}
	if q.Format = m.OutputFormat; q.Format != "" && imageEncoders[q.Format] == nil {
		return badRequest("output_format must be png, jpeg or webp.", "output_format")
	}
	if m.Size == "" || m.Size == "auto" {
		return nil
	}
	width, height, _ := strings.Cut(m.Size, "x")
	w, errWidth := strconv.Atoi(width)
	h, errHeight := strconv.Atoi(height)
	if errWidth != nil || errHeight != nil || w <= 0 || h <= 0 {
		return badRequest("size must have the form <width>x<height>.", "size")
	}
	q.Width, q.Height = min(w, maxPixels), min(h, maxPixels)
	return nil
}

// fieldsOf returns the fields of a body that is a form, as clients of OpenAI send videos; nil for any
// other body.
func fieldsOf(received *request.Received) url.Values {
	fields := url.Values{}
	if received.Upload != nil {
		for _, field := range received.Upload.Fields {
			fields.Add(field[0], field[1])
		}
		return fields
	}
	kind, _, err := mime.ParseMediaType(received.Header.Get("Content-Type"))
	if err != nil || kind != "application/x-www-form-urlencoded" {
		return nil
	}
	if parsed, err := url.ParseQuery(string(received.Content())); err == nil {
		return parsed
	}
	return fields
}

func (q *Question) readVideo(fields url.Values) *Problem {
	if q.Model = fields.Get("model"); q.Model == "" {
		return badRequest("The form has no model.", "model")
	}
	if q.Prompt = fields.Get("prompt"); q.Prompt == "" {
		return badRequest("The form has no prompt.", "prompt")
	}
	return nil
}

func (q *Question) readForm(form *request.Form) *Problem {
	if form == nil || len(form.Files) != 1 {
		return badRequest("The form must have exactly one file.", "file")
	}
	if q.Model = form.Value("model"); q.Model == "" {
		return badRequest("The form has no model.", "model")
	}
	q.Format = form.Value("response_format")
	return nil
}
