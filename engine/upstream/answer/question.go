// Package answer makes what the upstream sends: bodies and events, with what they contain.
package answer

import (
	"fmt"
	"mime"
	"net/url"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

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
	// Count, Width and Height are those of images.
	Count, Width, Height int
	// PlainText: a transcript is wanted without JSON around it.
	PlainText bool
	// InputTokens is a rough number of the tokens of the request.
	InputTokens int
}

const (
	maxImages = 10
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
		return q, q.readForm(received.Form)
	default:
		return q, nil
	}
}

// required is the member that a request cannot do without, besides its model.
var required = map[string]string{Chat: "messages", Responses: "input", Images: "prompt", VideoCreate: "prompt"}

func (q *Question) readJSON(operation string, content []byte) *Problem {
	if isTooDeep(content) {
		return badRequest(fmt.Sprintf("The request body is nested deeper than %d levels.", maxDepth), "")
	}
	if !gjson.ValidBytes(content) || len(content) == 0 || gjson.ParseBytes(content).Type != gjson.JSON {
		return badRequest("The request body is not a JSON object.", "")
	}
	text := gjson.ParseBytes(content)
	var wrong *Problem
	text.ForEach(func(name, value gjson.Result) bool {
		if wrong == nil {
			wrong = wrongMember(operation, name.Str, value)
		}
		switch name.Str {
		case "model":
			q.Model = value.String()
		case "stream":
			q.IsStream = value.Type == gjson.True && (operation == Chat || operation == Responses)
		case "stream_options":
			q.IncludeUsage = value.Get("include_usage").Type == gjson.True
		case "prompt":
			q.Prompt = value.String()
		case "n":
			if operation == Images && !q.readCount(value) {
				wrong = badRequest(fmt.Sprintf("n must be an integer from 1 to %d.", maxImages), "n")
			}
		case "size":
			if operation == Images && !q.readSize(value.String()) {
				wrong = badRequest("size must have the form <width>x<height>.", "size")
			}
		}
		return true
	})
	if q.Model == "" {
		return badRequest("The request has no model.", "model")
	}
	if name := required[operation]; !text.Get(name).Exists() {
		return badRequest("The request has no "+name+".", name)
	}
	return wrong
}

// fieldsOf returns the fields of a body that is a form, as clients of OpenAI send videos; nil for any
// other body.
func fieldsOf(received *request.Received) url.Values {
	if received.Form != nil {
		fields := url.Values{}
		for _, field := range received.Form.Fields {
			fields.Add(field[0], field[1])
		}
		return fields
	}
	if kind, _, err := mime.ParseMediaType(received.Get("content-type")); err != nil || kind != "application/x-www-form-urlencoded" {
		return nil
	}
	fields, err := url.ParseQuery(string(received.Content()))
	if err != nil {
		return url.Values{}
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

// readCount reports whether this is a number of images that a provider makes.
func (q *Question) readCount(n gjson.Result) bool {
	if n.Type == gjson.Null {
		return true
	}
	q.Count = int(n.Int())
	return n.Type == gjson.Number && n.Num == float64(q.Count) && q.Count >= 1 && q.Count <= maxImages
}

// readSize reports whether this is a size of images, or leaves it to the provider.
func (q *Question) readSize(size string) bool {
	if size == "" || size == "auto" {
		return true
	}
	width, height, _ := strings.Cut(size, "x")
	w, errWidth := strconv.Atoi(width)
	h, errHeight := strconv.Atoi(height)
	if errWidth != nil || errHeight != nil || w <= 0 || h <= 0 {
		return false
	}
	q.Width, q.Height = min(w, maxPixels), min(h, maxPixels)
	return true
}

func (q *Question) readForm(form *request.Form) *Problem {
	if form == nil || len(form.Files) != 1 {
		return badRequest("The form must have exactly one file.", "file")
	}
	if q.Model = form.Value("model"); q.Model == "" {
		return badRequest("The form has no model.", "model")
	}
	format := form.Value("response_format")
	q.PlainText = format == "text" || format == "srt" || format == "vtt"
	return nil
}
