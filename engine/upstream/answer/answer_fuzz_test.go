package answer

import (
	"encoding/json"
	"testing"
	"time"
	"unicode/utf8"

	"assay/engine/upstream/script"
)

// maxFuzzTokens keeps an input of the fuzzer quick.
const maxFuzzTokens = 1000

// FuzzAnswer makes answers of any step: what is sent is JSON, and a stream has the text of the body.
func FuzzAnswer(f *testing.F) {
	for _, step := range []string{
		`{}`, `{"text":"a\n\"b\" 😀","finishReason":"length"}`, `{"pieces":["","a"],"members":{"a":[1]}}`,
		`{"toolCalls":[{"id":"1","name":"f","fragments":["{","}"]},{}],"usage":null}`, `{"refusal":"\u2028","tokens":0}`,
		`{"fail":{"kind":"error-event","afterTokens":9}}`, `{"fail":{"kind":"usage-empty-choices"},"usage":{"a":1.5}}`,
		`{"states":[[0,"failed",3]],"contentBase64":"AAEC"}`, `{"status":429}`, `{"fail":{"kind":"no-finish"},"members":{}}`,
	} {
		f.Add([]byte(step))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var step script.Step
		if json.Unmarshal(text, &step) != nil || step.Tokens != nil && *step.Tokens > maxFuzzTokens ||
			step.PieceBytes > 1<<8 || step.Fails(script.BigEvent) || step.Fails(script.MalformedJSON) {
			return
		}
		for _, operation := range []string{Chat, Responses, Images, Transcription, Models, Embeddings, Other, VideoCreate} {
			r := &Request{
				Question: Question{Model: "m", Count: 1, Width: 1, Height: 1, InputTokens: 1}, Operation: operation,
				Nonce: "n00000001", Credential: "k", Step: &step, Words: 3, Unix: 1, Serial: "0123456789", TTFT: time.Second,
			}
			whole := answerOf(r)
			if whole.Events == nil && !json.Valid(whole.Body) {
				t.Fatalf("%s: %s", operation, whole.Body)
			}
			r.IsStream, r.IncludeUsage = true, true
			if stream := answerOf(r); stream.Events != nil {
				checkEvents(t, &step, stream, whole)
			}
		}
	})
}

func answerOf(r *Request) *Answer {
	if r.Operation == VideoCreate {
		return NewJobs().Create(r)
	}
	return New(r)
}

func checkEvents(t *testing.T, step *script.Step, stream, whole *Answer) {
	var text []byte
	var due time.Duration
	stream.Events(func(event *Event) bool {
		if string(event.Data) != "[DONE]" && !json.Valid(event.Data) {
			t.Fatalf("an event is %s", event.Data)
		}
		if event.Due != 0 && step.ITLMs == nil && event.Due < due {
			t.Fatalf("an event is due at %v, after one at %v", event.Due, due)
		}
		due = event.Due
		text = append(text, event.Text...)
		return true
	})
	if !step.Fails(script.ErrorEvent) && string(text) != string(whole.Text) {
		t.Fatalf("the stream has %q, the body %q", text, whole.Text)
	}
	if !utf8.Valid(text) {
		t.Fatalf("%q is not UTF-8", text)
	}
}
