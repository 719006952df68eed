package upstream

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"assay/engine/clock"
)

func TestChat(t *testing.T) {
	u := startUpstream(t, "--ttft", "5ms", "--itl", "1ms", "--tokens", "4")
	t.Run("chat: an answer in one body has the nonce and the words, and so has the report", func(t *testing.T) {
		got := u.chat("n0000000a")
		var body struct {
			Choices []struct {
				Message      struct{ Role, Content string }
				FinishReason string `json:"finish_reason"`
			}
			Usage map[string]int
		}
		if err := json.Unmarshal([]byte(got.body), &body); err != nil || got.status != 200 {
			t.Fatalf("%d %v: %s", got.status, err, got.body)
		}
		const want = "n0000000a word1 word2 word3 "
		if choice := body.Choices[0]; choice.Message.Content != want || choice.FinishReason != "stop" {
			t.Errorf("got %+v", choice)
		}
		x := u.exchange("n0000000a")
		if x.Text != want || x.Operation != "chat" || x.Status != 200 || x.Outcome != complete || x.Attempt != 1 || x.IsStream {
			t.Errorf("reported %+v", x)
		}
		if string(x.requestBody) != chatBody("n0000000a", false) || string(x.answerBody) != got.body {
			t.Errorf("reported %q and %q", x.requestBody, x.answerBody)
		}
		if took := time.Duration(x.HeadNs - x.ReceivedNs); took < 8*time.Millisecond {
			t.Errorf("answered after %v, before its last token is due", took)
		}
		if x.RequestBytes != len(x.requestBody) || !x.RequestComplete || x.Path != "/v1/chat/completions" || x.Method != "POST" {
			t.Errorf("reported %+v", x)
		}
	})
	t.Run("chat: each token of a stream is a write of its own, at its time", func(t *testing.T) {
		got := u.stream("n0000000b")
		text, finishes, done := contents(t, got.body)
		x := u.exchange("n0000000b")
		if text != "n0000000b word1 word2 word3 " || text != x.Text || !slices.Equal(finishes, []string{"stop"}) || !done {
			t.Errorf("got %q %q %v, reported %q", text, finishes, done, x.Text)
		}
		if !x.IsStream || string(x.answerBody) != got.body || x.SizeBytes != len(got.body) || len(x.Writes) != 2*5 {
			t.Errorf("reported %+v", x)
		}
		if ends := []int64{x.Tokens[0], x.Tokens[2], x.Tokens[4], x.Tokens[6]}; !slices.Equal(ends, []int64{10, 16, 22, 28}) {
			t.Errorf("the tokens end at %v", ends)
		}
		for i := range 4 {
			due := x.ReceivedNs + int64(5*time.Millisecond) + int64(i)*int64(time.Millisecond)
			if x.Tokens[2*i+1] < due-int64(50*time.Microsecond) {
				t.Errorf("token %d was written %v early", i, time.Duration(due-x.Tokens[2*i+1]))
			}
		}
		if x.Writes[len(x.Writes)-2] != int64(len(got.body)) {
			t.Errorf("the writes end at %d of %d", x.Writes[len(x.Writes)-2], len(got.body))
		}
	})
	t.Run("chat: requests of one connection are numbered, and attempts of a nonce are", func(t *testing.T) {
		u.chat("n0000000e")
		first := u.exchange("n0000000e")
		u.chat("n0000000e")
		second := u.exchange("n0000000e")
		if second.Connection != first.Connection || second.NthOnConnection != first.NthOnConnection+1 || second.Attempt != 2 {
			t.Errorf("got %+v after %+v", second, first)
		}
	})
}

func TestScripts(t *testing.T) {
	u := startUpstream(t, "--ttft", "0s", "--itl", "0s")
	t.Run("script: the nth request gets the nth step, later ones the last", func(t *testing.T) {
		u.script("n1000000a", `{"name":"first","status":503,"headers":[["retry-after","2"]]}`, `{"text":"at last"}`)
		if got := u.chat("n1000000a"); got.status != 503 || got.headers.Get("Retry-After") != "2" || !strings.Contains(got.body, `"message":"n1000000a `) {
			t.Errorf("got %d %v %s", got.status, got.headers, got.body)
		}
		for range 2 {
			if text, _, _ := contents(t, u.stream("n1000000a").body); text != "at last" {
				t.Errorf("got %q", text)
			}
		}
		if x := u.exchange("n1000000a"); x.Script != "first" || x.Status != 503 || x.Outcome != complete {
			t.Errorf("reported %+v", x)
		}
		if x := u.exchange("n1000000a"); x.Attempt != 2 || x.Text != "at last" {
			t.Errorf("reported %+v", x)
		}
	})
	t.Run("script: pieces are events, and any text is what is reported", func(t *testing.T) {
		const text = "a😀é\n\"quoted\" \u2028 日本"
		u.script("n1000000b", `{"pieces":["a😀é","\n\"quoted\" \u2028"," 日本"],"finishReason":"length"}`)
		got, finishes, _ := contents(t, u.stream("n1000000b").body)
		x := u.exchange("n1000000b")
		if got != text || x.Text != text || !slices.Equal(finishes, []string{"length"}) || x.FinishReason != "length" {
			t.Errorf("got %q %v, reported %q %q", got, finishes, x.Text, x.FinishReason)
		}
		if ends := []int64{x.Tokens[0], x.Tokens[2], x.Tokens[4]}; !slices.Equal(ends, []int64{4, 15, 18}) || x.TextLength != 18 {
			t.Errorf("the pieces end at %v of %d", ends, x.TextLength)
		}
	})
	t.Run("script: one that cannot be followed is refused with the reason", func(t *testing.T) {
		for steps, reason := range map[string]string{
			`{"txt":"a"}`:                     "txt",
			`{"status":99}`:                   "status must be from 200 to 599",
			`{"fail":{"kind":"explode"}}`:     `there is no failure "explode"`,
			`{"contentBase64":"?"}`:           "contentBase64 must be base64",
			`{"members":[]}`:                  "members must be an object",
			`{"tokens":-1}`:                   "tokens must be from 0 to 67108864; got -1",
			`{"pieceBytes":1000000000000}`:    "pieceBytes must be from 0 to",
			`null`:                            "a step must be an object",
			`{"states":[[1,"queued"],["a"]]}`: "",
		} {
			if problem := u.tryScript("n1000000c", "", steps); problem == "" || !strings.Contains(problem, reason) {
				t.Errorf("%s: %q", steps, problem)
			}
		}
		if problem := u.tryScript("", "", `{"text":"a"}`); !strings.Contains(problem, "without a nonce") {
			t.Errorf("got %q", problem)
		}
	})
	t.Run("script: a key of the gateway is repeated where the script says so, and not reported", func(t *testing.T) {
		const key = "sk-upstream-5f3a9c2b7e1d"
		u.script("n1000000e", `{"status":401,"echoKey":true}`, `{"text":"a","echoKey":true}`, `{"echoKey":true,"fail":{"kind":"error-event"}}`)
		send := func() reply {
			return u.post("/chat/completions", "application/json", chatBody("n1000000e", true), "Authorization", "Bearer "+key)
		}
		first, second, third := send(), send(), send()
		if !strings.Contains(third.body, `{"error":{"message":"n1000000e `) || !strings.Contains(third.body, " "+key+" ") {
			t.Errorf("got %s", third.body)
		}
		if !strings.Contains(first.body, " "+key+" ") || first.headers.Get("X-Echoed-Key") != key || !strings.Contains(second.body, " "+key+" ") {
			t.Errorf("got %s and %s", first.body, second.body)
		}
		for range 3 {
			f := u.await(frameExchange, func(f frame) bool { return strings.Contains(string(f.header), "n1000000e") })
			all := string(f.header) + string(f.body)
			if strings.Contains(all, key) || !strings.Contains(all, "[upstream key]") || !strings.Contains(all, `"Bearer sha256:`) {
				t.Errorf("reported %s", all)
			}
		}
	})
	t.Run("script: a caller's key that reaches the upstream is a marker in the report", func(t *testing.T) {
		u.post("/chat/completions?key="+callersKey, "application/json", chatBody("n1000000f "+callersKey, false), "Authorization", "Bearer "+callersKey)
		x := u.exchange("n1000000f")
		headers, _ := json.Marshal(x.RequestHeaders)
		if !strings.Contains(x.Path, "[API key 1]") || !strings.Contains(string(x.requestBody), "[API key 1]") || !strings.Contains(string(headers), `"Bearer [API key 1]"`) {
			t.Errorf("reported %s %s %s", x.Path, x.requestBody, headers)
		}
	})
}

func TestForBenches(t *testing.T) {
	t.Run("clock: a stream ends with a comment that has the reported times", func(t *testing.T) {
		u := startUpstream(t, "--ttft", "1ms", "--itl", "0s", "--tokens", "3", "--clock")
		_, comment, found := strings.Cut(u.stream("n7000000a").body, "\n\n: clock ")
		comment, rest, _ := strings.Cut(comment, "\n\n")
		times := strings.Fields(comment)
		if !found || rest != "data: [DONE]\n\n" || len(times) != 4 {
			t.Fatalf("got %q before %q", comment, rest)
		}
		x := u.exchange("n7000000a")
		for i, want := range []int64{x.ReceivedNs, x.Tokens[1], x.Tokens[3], x.Tokens[5]} {
			if got, _ := strconv.ParseInt(times[i], 10, 64); got != clock.OriginUnixNs()+want {
				t.Errorf("time %d is %d, reported %d", i, got, want)
			}
		}
	})
}
