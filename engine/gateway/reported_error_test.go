package gateway

import (
	"strings"
	"testing"

	"assay/engine/body"
	"assay/engine/clock"
	"assay/engine/tap"
)

var reported = []struct {
	name, operation, text string
	isStream, want        bool
}{
	{"a chat with an error in the middle, then all of its text and [DONE]", "chat",
		token + "data: {\"error\":{\"message\":\"overloaded\"}}\n\n" + token + "data: [DONE]\n\n", true, true},
	{"an event whose object is an error", "chat", "data: {\"object\":\"error\",\"message\":\"no\"}\n\n", true, true},
	{"an event named error", "chat", token + "event: error\ndata: overloaded\n\ndata: [DONE]\n\n", true, true},
	{"an event named error, without a space", "chat", "event:error\ndata: {}\n\n", true, true},
	{"a response with an error event", "responses", "event: x\ndata: {\"type\":\"error\",\"message\":\"no\"}\n\n", true, true},
	{"a response that fails", "responses", "data: {\"type\":\"response.failed\",\"response\":{}}\n\n", true, true},
	{"a response with its error", "responses", "data: {\"type\":\"x\",\"response\":{\"error\":{\"code\":\"a\"}}}\n\n", true, true},
	{"an error of null", "chat", "data: {\"error\":null,\"choices\":[]}\n\ndata: {\"error\":\"\"}\n\n", true, false},
	{"a response whose error is null", "responses", "data: {\"type\":\"response.completed\",\"response\":{\"error\":null}}\n\n", true, false},
	{"a text about an error", "chat", "data: {\"choices\":[{\"delta\":{\"content\":\"error failed\"}}]}\n\n", true, false},
	{"an event that follows a name without data", "chat", "event: error\n\n" + token, true, false},
	{"a body with an error", "chat", `{"error":{"message":"overloaded"}}`, false, true},
	{"a failed response in one body", "responses", `{"object":"response","status":"failed"}`, false, true},
	{"a good response in one body", "responses", `{"object":"response","status":"completed","error":null}`, false, false},
	{"a failed video job", "video-read", `{"status":"failed","error":{"message":"no"}}`, false, false},
}

func TestReportedError(t *testing.T) {
	for _, test := range reported {
		t.Run("reported errors: "+test.name, func(t *testing.T) {
			x := newExchangeIn(&request{Request: tap.Request{Operation: test.operation}}, body.NewBudget(body.DefaultBytes))
			x.IsStream, x.Status = test.isStream, 200
			if err := x.readBody(strings.NewReader(test.text), clock.NowNs); err != nil {
				t.Fatal(err)
			}
			x.Outcome = answered
			if x.ReportsError != test.want || isFailure(x) != test.want || isExpected(x) == test.want {
				t.Errorf("reports an error: %v, a failure: %v, expected: %v", x.ReportsError, isFailure(x), isExpected(x))
			}
		})
	}
}
