package gateway

import (
	"net/url"
	"regexp"
	"testing"

	"assay/engine/access"
	"assay/engine/tap"
)

const secret = "t3am-S3cret-0123456789"

func withAccess(t *testing.T, a *access.Access, r *request) *request {
	t.Helper()
	r.URL = "http://127.0.0.1:1/v1/responses"
	parsed, err := url.Parse(r.URL)
	if err != nil {
		t.Fatal(err)
	}
	r.url, r.Method = parsed, "POST"
	if err := r.applyAccess(a); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAccess(t *testing.T) {
	script := `{"key":{"header":"api-key","scheme":""},"headers":[["x-team","${TEAM}"]],"query":"api-version=1&code=${CODE}"}`
	a, err := access.Read(script, map[string]string{"TEAM": secret, "CODE": "a/b==", "ASSAY_API_KEY": "k"})
	if err != nil {
		t.Fatal(err)
	}

	t.Run("access: a traced request has a traceparent of its own, which is sampled by the share", func(t *testing.T) {
		seen := map[string]bool{}
		for flags, share := range map[string]float64{"00": 0, "01": 1} {
			traced := access.Access{TraceShare: &share}
			for range 100 {
				got := withAccess(t, &traced, &request{Request: tap.Request{Credential: "none"}}).Headers
				if len(got) != 1 || got[0].Name != "Traceparent" || seen[got[0].Value] {
					t.Fatalf("got %v", got)
				}
				seen[got[0].Value] = true
				if !regexp.MustCompile("^00-[0-9a-f]{32}-[0-9a-f]{16}-" + flags + "$").MatchString(got[0].Value) {
					t.Errorf("got %s", got[0].Value)
				}
			}
		}
	})

	t.Run("access: the traceparent of a script stays", func(t *testing.T) {
		share := 1.0
		own := tap.Header{Name: "Traceparent", Value: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"}
		r := &request{Request: tap.Request{Credential: "none", Headers: []tap.Header{own}}}
		if got := withAccess(t, &access.Access{TraceShare: &share}, r).Headers; len(got) != 1 || got[0] != own {
			t.Errorf("got %v", got)
		}
	})

	t.Run("access: a header of the request takes precedence", func(t *testing.T) {
		r := &request{Request: tap.Request{Credential: "first", Headers: []tap.Header{{Name: "X-Team", Value: "script"}}}}
		if got := withAccess(t, &a, r).Headers; len(got) != 1 || got[0].Value != "script" {
			t.Errorf("got %v", got)
		}
	})

}
