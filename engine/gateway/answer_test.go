package gateway

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"assay/engine/tap"
)

const (
	chatEvents = "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n" +
		"data: {\"choices\":[{\"delta\":{\"content\":\"Grö\"}}]}\r\n\r\n" +
		"data: {\"choices\":[{\"delta\":{\"content\":\"ße \\\"1\\\"\"}}]}\n\n" +
		"data: {\"choices\":[]}\n\ndata: not json\n\ndata: [DONE]\n\n"
	responseEvents = "event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\",\"delta\":\"one \"}\n\n" +
		"data: {\"type\":\"response.output_text.delta\",\"delta\":\"two\"}\n\n" +
		"data: {\"type\":\"response.output_text.done\",\"text\":\"one two\"}\n\n"
)

func TestAnswerText(t *testing.T) {
	const stream, json = "text/event-stream; charset=utf-8", "application/json"
	for _, test := range []struct{ name, operation, contentType, body, want string }{
		{"a chat stream is its joined content", "chat", stream, chatEvents, `Größe "1"`},
		{"a responses stream is its joined deltas", "responses", stream, responseEvents, "one two"},
		{"a chat is the content of its message", "chat", json, `{"choices":[{"message":{"content":"hello"}}]}`, "hello"},
		{"a response is its output text", "responses", json, `{"output_text":"hello"}`, "hello"},
		{"a failure has none", "chat", json, `{"error":{"message":"no"}}`, ""},
		{"an image has none", "images", json, `{"data":[]}`, ""},
	} {
		for _, isOpen := range []bool{true, false} {
			t.Run(fmt.Sprintf("text: %s (tap open: %v)", test.name, isOpen), func(t *testing.T) {
				server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("Content-Type", test.contentType)
					_, _ = w.Write([]byte(test.body))
				}))
				defer server.Close()
				target := tap.New()
				if isOpen {
					target.Open([]tap.Sink{&frameSink{}}, func(err error) { t.Error(err) })
				}
				runtime, begin := newTestModule(t, target)
				begin()
				got, err := runtime.VU.Runtime().RunString(`gateway.request({operation:'` + test.operation +
					`', url:'` + server.URL + `', body:'{}', credential:'none'}).text()`)
				if err != nil || got.String() != test.want {
					t.Errorf("got %v, %v", got, err)
				}
			})
		}
	}
}

func TestRetryAfter(t *testing.T) {
	in := func(wait time.Duration) string { return time.Now().Add(wait).UTC().Format(http.TimeFormat) }
	for _, test := range []struct {
		value       string
		least, most float64
		ok          bool
	}{
		{"3", 3, 3, true},
		{"0", 0, 0, true},
		{in(10 * time.Second), 8.5, 10, true},
		{in(-time.Hour), 0, 0, true},
		{"", 0, 0, false},
		{"-3", 0, 0, false},
		{"soon", 0, 0, false},
	} {
		got, ok := retryAfter(http.Header{"Retry-After": {test.value}})
		if ok != test.ok || got < test.least || got > test.most {
			t.Errorf("retry-after: %q is %v s, %v", test.value, got, ok)
		}
	}
}
