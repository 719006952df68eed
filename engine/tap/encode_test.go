package tap

import (
	"net/http"
	"strings"
	"testing"

	"assay/engine/access"
	"assay/engine/body"
	"assay/engine/redact"
	"assay/engine/upload"
)

func streamedExchange(budget *body.Budget) *Exchange {
	target := access.Default()
	x := &Exchange{
		Request: &Request{
			Operation: "chat", Scenario: "mixed", Method: "POST", URL: "http://127.0.0.1:8080/chat/completions",
			Headers:    []Header{{"Content-Type", "application/json"}, {"Idempotency-Key", "k1"}},
			Credential: "first", Key: target.Key, Group: &Group{"key", "k1"}, Attempt: 1,
			Body: `{"model":"ref-chat","stream":true,"messages":[]}`, HasBody: true,
		},
		ScheduledNs: 1_000_000, SendNs: 1_100_000, FirstByteNs: 2_000_000, EndNs: 9_000_000, Outcome: "answered",
		Status: 200, Headers: http.Header{"Content-Type": {"text/event-stream"}, "X-Request-Id": {"r1"}},
		IsStream: true,
	}
	x.Body.Use(budget)
	x.Reads.Use(budget)
	x.TokensNs.Use(budget)
	receive(x, 4000)
	x.Reads.Append(2000, 2_000_000, 4000, 9_000_000)
	x.TokensNs.Append(2_000_000, 3_000_000, 9_000_000)
	return x
}

// receive adds zeros to the body.
func receive(x *Exchange, size int) {
	for size > 0 {
		count := min(size, len(x.Body.Room(0)))
		x.Body.Extend(count)
		size -= count
	}
}

// A gateway chooses the id of a job, which becomes the group of its polls and a part of their address,
// and a later prompt can quote an earlier answer.
func TestSecretsOfRequests(t *testing.T) {
	const key = "ak_live_0a1b2c3d4e5f6g7h8i9j"
	redactor := redact.New(redact.Spellings("API key 1", key))
	x := streamedExchange(body.NewBudget(1 << 20))
	x.Request.URL += "/" + key
	x.Request.Group = &Group{"job", "video_" + key}
	x.Request.Headers = append(x.Request.Headers, Header{"X-Before", key})
	x.Request.Body = `{"messages":["` + key + `"]}`
	x.NotHTTP = `malformed HTTP response "\x00Bearer ` + key + "\x1b" + strings.Repeat("x", 500)
	x.Headers = http.Header{"X-" + key: {"value"}, "X-Name": {key}}
	frame := string(appendExchange(nil, x, redactor))

	t.Run("encoding: no part of a request or of its answer shows a key", func(t *testing.T) {
		if strings.Contains(frame, key) {
			t.Errorf("the frame shows the key: %s", frame)
		}
	})
	for _, want := range []string{
		`/chat/completions/[API key 1]"`, `"group":{"kind":"job","id":"video_[API key 1]"}`,
		`["x-before","[API key 1]"]`, `{\"messages\":[\"[API key 1]\"]}`,
		`"notHttp":"malformed HTTP response \"\\x00Bearer [API key 1]\\x1bxxx`, "xxx…\"",
		`["X-[API key 1]","value"]`, `["x-name","[API key 1]"]`,
	} {
		t.Run("encoding: a marker stands in "+want, func(t *testing.T) {
			if !strings.Contains(frame, want) {
				t.Errorf("not in the frame: %s", frame)
			}
		})
	}
	t.Run("encoding: a field of a form shows no key", func(t *testing.T) {
		form := upload.NewBody()
		form.AddField("prompt", key)
		x.Request.Upload = form
		if frame := string(appendExchange(nil, x, redactor)); !strings.Contains(frame, `["prompt","[API key 1]"]`) {
			t.Errorf("got %s", frame)
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	x, redactor := streamedExchange(body.NewBudget(1<<20)), redact.New(redact.Spellings("API key 1", "ak_live_0a1b2c3d4e5f6g7h8i9j"))
	var scratch []byte
	for b.Loop() {
		scratch = appendExchange(scratch[:0], x, redactor)
	}
}

func BenchmarkRecord(b *testing.B) {
	target := New()
	target.Open(nil, func(err error) { b.Error(err) })
	for b.Loop() {
		x := streamedExchange(target.Budget())
		target.Record(x)
		x.Body.Free()
	}
	if err := target.Close(); err != nil {
		b.Error(err)
	}
}
