package gateway

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
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

func TestAnswerCalls(t *testing.T) {
	piece := func(delta string) string { return `data: {"choices":[{"delta":` + delta + "}]}\n\n" }
	stream := piece(`{"role":"assistant","content":null}`) +
		piece(`{"tool_calls":[{"index":1,"id":"b","function":{"name":"g","arguments":""}}]}`) +
		piece(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\""}},{"index":1,"function":{"arguments":"{}"}}]}`) +
		piece(`{"tool_calls":[{"index":0,"function":{"arguments":":1}"}}]}`) + "data: [DONE]\n\n"
	items := `data: {"type":"response.output_item.added","item":{"type":"function_call","call_id":"a","name":"f","arguments":""}}` + "\n\n" +
		`data: {"type":"response.function_call_arguments.delta","delta":"{\"x\":1}"}` + "\n\n" +
		`data: {"type":"response.output_item.done","item":{"type":"message"}}` + "\n\n" +
		`data: {"type":"response.output_item.done","item":{"type":"function_call","call_id":"a","name":"f","arguments":"{\"x\":1}"}}` + "\n\n"
	both := []Call{{"b", "g", "{}", 1}, {"a", "f", `{"x":1}`, 0}}
	for _, test := range []struct {
		name, operation string
		isStream        bool
		body            string
		want            []Call
	}{
		{"a stream has its pieces joined by their index", "chat", true, stream, both},
		{"a body has those of its message", "chat", false, `{"choices":[{"message":{"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}},{"id":"b"}]}}]}`, []Call{{"a", "f", "{}", 0}, {"b", "", "", 1}}},
		{"an answer of text has none", "chat", true, chatEvents, nil},
		{"a response has those of its output", "responses", false, `{"output":[{"type":"message"},{"type":"function_call","id":"fc_1","call_id":"a","name":"f","arguments":"{}"}]}`, []Call{{"a", "f", "{}", 0}}},
		{"a stream of a response has its whole items", "responses", true, items, []Call{{"a", "f", `{"x":1}`, 0}}},
		{"another operation has none", "images", true, stream, nil},
	} {
		t.Run("calls: "+test.name, func(t *testing.T) {
			answer := Answer{operation: test.operation, isStream: test.isStream, body: []byte(test.body)}
			if got := answer.Calls(); !slices.Equal(got, test.want) {
				t.Errorf("got %v", got)
			}
		})
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
